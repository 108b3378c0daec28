import type { ActivityHour } from '../../api/types.js';
import { isolateBidi } from '../../texts/bidi/isolate-bidi.js';

interface NamedKey {
  readonly id: string;
  readonly application: string;
}

/** The names of the existing keys by id. Undefined until they are loaded. */
export type ExistingKeys = ReadonlyMap<string, string> | undefined;

/** The length of the id prefix that distinguishes keys of the same name. */
const SHORT_ID_LENGTH = 8;
export const shortId = (id: string): string => id.slice(0, SHORT_ID_LENGTH);

/**
 * Returns the displayed name of each key. A deleted key is marked as such, because another key may
 * have its name now. Keys that still share a name get the beginning of their id.
 */
export function keyNames(
  keys: readonly NamedKey[],
  existingKeys: ExistingKeys,
  deletedLabel: (name: string) => string,
): Map<string, string> {
  const isDeleted = (id: string) => existingKeys !== undefined && !existingKeys.has(id);
  const names = new Map(
    keys.map(({ id, application }) => [id, isDeleted(id) ? deletedLabel(application) : application]),
  );
  const nameCounts = new Map<string, number>();
  for (const name of names.values()) nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1);
  return new Map(
    [...names].map(([id, name]) => [
      id,
      nameCounts.get(name) === 1 ? name : `${isolateBidi(name)} · ${shortId(id)}`,
    ]),
  );
}

/** Replaces the names of keys with unique ones. */
export function withKeyNames(
  hours: readonly ActivityHour[],
  existingKeys: ExistingKeys,
  deletedLabel: (name: string) => string,
): ActivityHour[] {
  const keys = hours.map(({ api_key_id: id, application }) => ({ id, application }));
  const names = keyNames(keys, existingKeys, deletedLabel);
  return hours.map((hour) => ({ ...hour, application: names.get(hour.api_key_id) ?? hour.application }));
}
