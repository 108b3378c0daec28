import { aDataUsage, aDevice, aLocation, anEnterprise, type Export } from '../kit/app/builders.js';
import type { Agent } from '../kit/mcp/agent.js';

const DAY = '2026-03-29';
const PHONES = ['phone-1', 'phone-2', 'phone-3'];

/** The fleet of the conversation in docs/guides/agents.md. */
export const TRANSCRIPT_FLEET: Partial<Export> = {
  enterprises: [anEnterprise()],
  devices: [
    ...PHONES.map((id, at) => aDevice({ id, remaining_battery: [12, 91, 8][at] })),
    aDevice({ id: 'tablet-1', policy_name: 'Warehouse' }),
  ],
  datausage: PHONES.map((device_id, at) =>
    aDataUsage({ id: at + 1, device_id, mobile: 1_000_000 * (3 - at), wifi: 0 }),
  ),
  locations: PHONES.map((device_id, at) => aLocation({ id: at + 1, device_id, lat: 52.5 + at / 10 })),
};

const CALLS: readonly [name: string, given: object][] = [
  ['find_devices', { query: 'drivers' }],
  [
    'summarize_data_usage',
    { startdate: DAY, enddate: DAY, group_by: 'device', device_id: ['phone-1', 'phone-3'] },
  ],
  ['latest_locations', { device_id: ['phone-1', 'phone-3'] }],
  ['device_track', { device_id: 'phone-9', startdate: DAY, enddate: DAY }],
];

/** Calls the tools of the conversation. Returns its text. */
export async function transcriptOf(agent: Agent): Promise<string> {
  const lines: string[] = [];
  for (const [name, given] of CALLS) {
    const { text } = await agent.call(name, given);
    lines.push(`> ${name} ${JSON.stringify(given)}`, text);
  }
  return `${lines.join('\n')}\n`;
}
