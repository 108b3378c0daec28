import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { ApiKeysRepository, type KeyIdentity, type KeyUse } from './api-keys.repository.js';

/** Keys in one transaction: short enough to leave connections and locks to others. */
const AT_ONCE = 200;

/**
 * Keeps when and from where each key was last used: written in batches, off the path of requests. What a key is stored under goes
 * over to the pepper in use in the same way.
 */
@Injectable()
export class KeyUses extends BatchedWrites {
  private uses = new Map<string, KeyUse & { readonly keyId: string }>();

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('the last uses of keys', logger);
  }

  /** Under the hashes rather than the entry: what an old key did is not said of the one that replaced it. */
  note({ id, hash, enterprise }: KeyIdentity, hashes: readonly string[], address: string): void {
    const [current = hash] = hashes;
    this.uses.set(current, { keyId: id, hashes, enterpriseKey: enterprise.key, at: Date.now(), address });
    if (hash !== current) this.writeSoon();
  }

  protected async writeGathered(): Promise<void> {
    const uses = this.uses;
    this.uses = new Map();
    try {
      // in one order, so that instances that write at once do not lock each other out
      const left = [...uses].sort(([, one], [, other]) => (one.keyId < other.keyId ? -1 : 1));
      while (left.length > 0) {
        const some = left.slice(0, AT_ONCE);
        await this.transactions.run(async (manager) => {
          for (const [, use] of some) await this.apiKeys.noteUse(manager, use);
        });
        for (const [keyHash] of left.splice(0, AT_ONCE)) uses.delete(keyHash);
      }
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }
}
