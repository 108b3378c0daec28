const BACK = 'back';

/** Returns the address of a device page. It contains the state of the fleet page for the back link. */
export function deviceAddress(
  id: string,
  fleet: URLSearchParams,
  shown: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(shown);
  if (fleet.size > 0) query.set(BACK, fleet.toString());
  return `/data/devices/${encodeURIComponent(id)}${asQuery(query)}`;
}

/** Returns the address of the fleet page from which the device was opened. */
export const fleetAddress = (device: URLSearchParams): string =>
  `/data${asQuery(new URLSearchParams(device.get(BACK) ?? ''))}`;

const asQuery = (parameters: URLSearchParams): string =>
  parameters.size > 0 ? `?${parameters.toString()}` : '';
