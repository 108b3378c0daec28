import type { KeptSecret } from '../config/config.js';

/** Whether a secret itself is shown: to a person, when it has just been made; or where nothing keeps it and this is its only moment. */
export function isShown({ file, isNew }: KeptSecret, isTerminal: boolean): boolean {
  return file === undefined || (isNew && isTerminal);
}

/** What is said of a secret: logs and terminals that somebody else reads later learn only where it is kept. */
export function shownSecret(kept: KeptSecret, isTerminal: boolean): string {
  const { secret, file } = kept;
  if (file === undefined) return secret;
  return isShown(kept, isTerminal) ? `${secret}   (kept in ${file})` : `in ${file}`;
}
