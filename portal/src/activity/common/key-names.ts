import type { ActivityHour } from '../../api/records.js';
import { isolated } from '../../texts/bidi/isolated.js';

interface NamedKey {
  readonly id: string;
  readonly application: string;
}

/** The names of the existing keys by id. Undefined until they are loaded. */
export type PresentKeys = ReadonlyMap<string, string> | undefined;

/** The length of the id prefix that distinguishes keys of the same name. */
const SHORT = 8;
export const shortId = (id: string): string => id.slice(0, SHORT);

/**
 * Returns the displayed name of each key. A deleted key is marked as such, because another key may
 * have its name now. Keys that still share a name get the beginning of their id.
 */
export function keyNames(
  keys: readonly NamedKey[],
  present: PresentKeys,
  deleted: (name: string) => string,
): Map<string, string> {
  const isDeleted = (id: string) => present !== undefined && !present.has(id);
  const names = new Map(
    keys.map(({ id, application }) => [id, isDeleted(id) ? deleted(application) : application]),
  );
  const namesakes = new Map<string, number>();
  for (const name of names.values()) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
  return new Map(
    [...names].map(([id, name]) => [
      id,
      namesakes.get(name) === 1 ? name : `${isolated(name)} · ${shortId(id)}`,
    ]),
  );
}

/** Replaces the names of keys with unique ones. */
export function withKeyNames(
  hours: readonly ActivityHour[],
  present: PresentKeys,
  deleted: (name: string) => string,
): ActivityHour[] {
  const keys = hours.map(({ api_key_id: id, application }) => ({ id, application }));
  const names = keyNames(keys, present, deleted);
  return hours.map((hour) => ({ ...hour, application: names.get(hour.api_key_id) ?? hour.application }));
}
