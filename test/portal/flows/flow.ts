import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';

/** Something that people come to do, from its beginning to its end. */
export interface Flow {
  readonly name: string;
  readonly run: (user: KeyboardUser) => Promise<void>;
}
