import { hash } from 'node:crypto';
import { hashesOf } from '../../auth/key-format.js';

/** The oldest makes room for the next. */
const MOST = 10_000;

/**
 * The hashes under which keys may be stored. To make them takes as long as to look a key up, so they are remembered, by a plain hash of the
 * key: the key itself stays in no memory, and has too many bits to be found from it. Whether it is valid, the database is asked all the same.
 */
export class RememberedHashes {
  private readonly known = new Map<string, readonly string[]>();

  constructor(
    private readonly peppers: readonly string[],
    private readonly most = MOST,
  ) {}

  of(key: string): readonly string[] {
    const name = hash('sha256', key, 'base64');
    const known = this.known.get(name);
    if (known) return known;
    const hashes = hashesOf(key, this.peppers);
    if (hashes.length > 0) this.remember(name, hashes);
    return hashes;
  }

  private remember(name: string, hashes: readonly string[]): void {
    this.known.set(name, hashes);
    const [oldest = ''] = this.known.size > this.most ? this.known.keys() : [];
    this.known.delete(oldest);
  }
}
