/** Demo data of this time end on 12 April 2026 in both enterprises; Berlin's clocks change on 29 March, within them. */
export const DEMO_TIME = new Date('2026-04-13T09:00:00Z');
