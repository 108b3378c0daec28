import type { Kind, Page } from './kinds.js';

/** The storage of the copy that `follow` writes. For another database, implement these five members. */
export interface Store {
  readonly kinds: readonly Kind[];
  /** Returns the fields to copy. The identifiers always come with them. */
  fields(kind: Kind): readonly string[];
  /** Returns the token of the last page, or undefined at the beginning. */
  token(kind: Kind): string | undefined | Promise<string | undefined>;
  /** Writes the items and the token in one transaction. The last page also deletes the rows that are still marked. */
  write(kind: Kind, page: Page): void | Promise<void>;
  /** Marks all rows and deletes the token in one transaction. Writing a row removes its mark. */
  restart(kind: Kind): void | Promise<void>;
}
