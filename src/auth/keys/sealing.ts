import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Config, peppersOf } from '../../config/config.js';

/** The key for one use of a pepper. */
export const keyFor = (pepper: string, use: string): Buffer =>
  createHmac('sha256', pepper).update(use).digest();

/** Derives texts under a key that browsers do not have: one for each use, so that nothing of one passes for another. */
export class Sealing {
  private readonly key: Buffer;

  constructor(pepper: string, use: string) {
    this.key = keyFor(pepper, use);
  }

  derive(purpose: string, content: string): string {
    return createHmac('sha256', this.key).update(`${purpose} ${content}`).digest('base64url');
  }

  isSealOf(content: string, seal: string): boolean {
    const right = this.seal(content);
    return seal.length === right.length && timingSafeEqual(Buffer.from(seal), Buffer.from(right));
  }

  seal(content: string): string {
    return this.derive('seal', content);
  }
}

/** What is made anew is made by the first. The other is of the pepper before, and what it made still counts. */
export function sealingsFor(config: Config, use: string): readonly [Sealing, ...Sealing[]] {
  const [current, ...previous] = peppersOf(config);
  return [new Sealing(current, use), ...previous.map((pepper) => new Sealing(pepper, use))];
}
