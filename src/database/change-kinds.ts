/** What is followed apart: each kind has a feed of its own. The numbers stand in the database. */
export const CHANGE_KINDS = {
  devices: 1,
  datausage: 2,
  screentime: 3,
  applications: 4,
  locations: 5,
} as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;
export const CHANGE_KIND_NAMES = Object.keys(CHANGE_KINDS) as ChangeKind[];

/** What the ledger calls the records of a table by, and the index that finds them. The ids of devices are texts, so they go by their number. */
export const ledgerIdOf = (
  kind: ChangeKind,
  table: string,
): { readonly id: string; readonly index: string } =>
  kind === 'devices' ? { id: 'device_key', index: 'devices_device_key' } : { id: 'id', index: `${table}_id` };
