const FIRST_DAY = Date.parse('2026-01-01');
const DAY_MS = 86_400_000;

/** Leaves room for 100 devices per day with 1,000 records each. IDs fit into 32 bits for 50 years. */
const IDS_OF_DAY = 100_000;
const IDS_OF_DEVICE = 1_000;

/** Derives the ID from the day, the index of the device and the index of the record, so it is stable across runs. */
export function recordId(day: string, devicePlace: number, place: number): number {
  const days = (Date.parse(day) - FIRST_DAY) / DAY_MS;
  return days * IDS_OF_DAY + devicePlace * IDS_OF_DEVICE + place + 1;
}
