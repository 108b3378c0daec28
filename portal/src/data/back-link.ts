const BACK = 'back';

/** The address of a device's page. It carries what the page of the fleet showed, so that the way back leads there. */
export function deviceAddress(
  id: string,
  fleet: URLSearchParams,
  shown: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(shown);
  if (fleet.size > 0) query.set(BACK, fleet.toString());
  return `/data/devices/${encodeURIComponent(id)}${asQuery(query)}`;
}

/** The address of the fleet's page as it was when the device was opened. */
export const fleetAddress = (device: URLSearchParams): string =>
  `/data${asQuery(new URLSearchParams(device.get(BACK) ?? ''))}`;

const asQuery = (parameters: URLSearchParams): string =>
  parameters.size > 0 ? `?${parameters.toString()}` : '';
