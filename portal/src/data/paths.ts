const BACK = 'back';

/** Returns the address of a device page. It contains the state of the fleet page for the back link. */
export function devicePath(
  id: string,
  fleetParams: URLSearchParams,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(params);
  if (fleetParams.size > 0) query.set(BACK, fleetParams.toString());
  return `/data/devices/${encodeURIComponent(id)}${toQueryString(query)}`;
}

/**
 * Returns the device ID in the path of a device page. `useParams` cannot return it, because it also replaces `%2F` in a
 * decoded ID by a slash.
 */
export function deviceIdOf(path: string): string {
  const [, , , id = ''] = path.split('/');
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Returns the address of the fleet page from which the device was opened. */
export const fleetPath = (deviceParams: URLSearchParams): string =>
  `/data${toQueryString(new URLSearchParams(deviceParams.get(BACK) ?? ''))}`;

const toQueryString = (parameters: URLSearchParams): string =>
  parameters.size > 0 ? `?${parameters.toString()}` : '';
