import { createHmac, timingSafeEqual } from 'node:crypto';

/** Derives texts under a key that browsers do not have: one for each use, so that nothing of one passes for another. */
export class Sealing {
  private readonly key: Buffer;

  constructor(pepper: string | undefined, use: string) {
    this.key = createHmac('sha256', pepper ?? '')
      .update(use)
      .digest();
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
