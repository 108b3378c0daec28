const FIRST_DAY = Date.parse('2026-01-01');
const DAY_MS = 86_400_000;

/** A day has room for a hundred devices with a thousand records each, and numbers of 32 bits for half a century. */
const IDS_OF_DAY = 100_000;
const IDS_OF_DEVICE = 1_000;

/**
 * The id of a record of one day follows from that day, the place of its device in the fleet and its own place among the
 * device's records of the day: whenever the data are made, it is the same one.
 */
export function recordId(day: string, devicePlace: number, place: number): number {
  const days = (Date.parse(day) - FIRST_DAY) / DAY_MS;
  return days * IDS_OF_DAY + devicePlace * IDS_OF_DEVICE + place + 1;
}
