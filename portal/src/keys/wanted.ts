import type { ApiKey, KeyChange, Scope } from '../api/records.js';

/** What an administrator asks a key to be. */
export interface Wanted {
  application: string;
  scopes: readonly Scope[];
}

export const MOST_CHARACTERS = 100;

/** What cannot be seen, but for how an emoji is to be drawn. */
const UNSEEN = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

/** The service's own rule, so that a slip is shown before anything is sent. */
export function isName(text: string): boolean {
  const name = text.trim();
  return name !== '' && [...name].length <= MOST_CHARACTERS && !UNSEEN.test(name);
}

export interface Changes {
  renamed: boolean;
  added: readonly Scope[];
  removed: readonly Scope[];
}

/** What to send so that `before` becomes `after`, or undefined where it is that already. */
export function changeTo(before: ApiKey, after: Wanted): KeyChange | undefined {
  const { renamed, added, removed } = changesBetween(before, after);
  const isRescoped = added.length + removed.length > 0;
  if (!renamed && !isRescoped) return undefined;
  return {
    ...(renamed && { application: after.application }),
    ...(isRescoped && { scopes: after.scopes }),
    unchanged_since: before.updated_at,
  };
}

export function changesBetween(before: Wanted, after: Wanted): Changes {
  return {
    renamed: before.application !== after.application.trim(),
    added: after.scopes.filter((scope) => !before.scopes.includes(scope)),
    removed: before.scopes.filter((scope) => !after.scopes.includes(scope)),
  };
}
