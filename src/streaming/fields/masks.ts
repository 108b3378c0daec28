import type { HiddenData } from '../../http/hidden-data.js';

/** Kind of sensitive data in a field, declared with the field. */
export type Sensitivity = 'credential' | 'identifier' | 'degrees' | 'accuracy' | 'altitude';

/** How a sensitive field looks to a key that may not see it. A null stays null. */
interface Mask {
  readonly hiddenBy: HiddenData;
  /** Replaces the column in a select list. The columns of credentials and identifiers are never null. */
  readonly sql: (column: string) => string;
  /** Replaces a value in stored JSON. */
  readonly value: (value: unknown) => unknown;
}

const blanked = (hiddenBy: HiddenData): Mask => ({
  hiddenBy,
  sql: () => "''",
  value: (value) => (typeof value === 'string' ? '' : value),
});

const ofNumber =
  (change: (value: number) => number | null) =>
  (value: unknown): unknown =>
    typeof value === 'number' ? change(value) : null;

/**
 * Rounds with FLOOR, because the engines disagree on ROUND and on the sign of a zero. Divides by a double, because
 * MariaDB takes the result of FLOOR as an integer: its quotient would be a decimal with `div_precision_increment` digits.
 */
export const MASKS: Readonly<Record<Sensitivity, Mask>> = {
  credential: blanked('credentials'),
  identifier: blanked('identifiers'),
  degrees: {
    hiddenBy: 'exact_location',
    sql: (column) => `FLOOR(${column} * 100 + 0.5) / 100e0`,
    value: ofNumber((value) => Math.floor(value * 100 + 0.5) / 100),
  },
  accuracy: {
    hiddenBy: 'exact_location',
    sql: (column) => `CASE WHEN ${column} < 1000 THEN 1000 ELSE ${column} END`,
    value: ofNumber((value) => Math.max(value, 1000)),
  },
  altitude: {
    hiddenBy: 'exact_location',
    sql: () => 'NULL',
    value: ofNumber(() => null),
  },
};

/** Sensitive members of stored JSON by name, because some parts of it have no declared form. */
export const SENSITIVE_MEMBERS: Readonly<Record<HiddenData, Readonly<Record<string, Sensitivity>>>> = {
  credentials: { fcm_token: 'credential' },
  identifiers: {
    imei: 'identifier',
    imsi: 'identifier',
    imsi1: 'identifier',
    imsi2: 'identifier',
    serialNumber: 'identifier',
    macAddress: 'identifier',
  },
  exact_location: { lat: 'degrees', lng: 'degrees', accuracy: 'accuracy', altitude: 'altitude' },
};

export type Masked = ReadonlyMap<string, Mask>;

export const masksOf = (hidden: readonly HiddenData[]): Masked =>
  new Map(
    hidden
      .flatMap((value) => Object.entries(SENSITIVE_MEMBERS[value]))
      .map(([name, sensitive]) => [name, MASKS[sensitive]]),
  );

/** Returns the text with its sensitive members masked at any depth, or `absent` if it is not JSON. */
export function maskJson(text: string, masked: Masked, absent: string): string {
  try {
    const value: unknown = JSON.parse(text, (name, member: unknown) => {
      const mask = masked.get(name);
      return mask ? mask.value(member) : member;
    });
    return JSON.stringify(value);
  } catch {
    return absent;
  }
}
