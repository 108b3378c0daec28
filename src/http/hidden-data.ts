/** Data that can be hidden from an API key (docs/contract.md, 2.16), in alphabetical order. */
export const HIDDEN_DATA = ['credentials', 'exact_location', 'identifiers'] as const;

export type HiddenData = (typeof HIDDEN_DATA)[number];

export const NOTHING_HIDDEN: readonly HiddenData[] = [];

/** Returns each value once, in alphabetical order. */
export function joinHidden(values: readonly HiddenData[]): string {
  return HIDDEN_DATA.filter((value) => values.includes(value)).join(' ');
}

export function splitHidden(text: string): HiddenData[] {
  const values = text.split(' ');
  return HIDDEN_DATA.filter((value) => values.includes(value));
}
