import { Injectable } from '@nestjs/common';

/**
 * Long looks into trails go in small pieces, and of all that are under way one has its turn in each round of the event loop: whoever
 * asks for anything else waits for one piece at most, however many looks there are.
 */
@Injectable()
export class AuditTurns {
  private last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.last = this.last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.last;
  }
}
