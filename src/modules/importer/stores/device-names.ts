/** A device as the outside knows it: its id says little without its enterprise. */
export interface DeviceName {
  readonly enterpriseKey: number;
  readonly id: string;
}

/** One text for the two; unambiguous, whatever characters the id has. */
export function deviceNameText({ enterpriseKey, id }: DeviceName): string {
  return `${enterpriseKey}:${id}`;
}
