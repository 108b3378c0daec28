import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BatchedWrites } from '../../../database/batched-writes.js';
import { Transactions } from '../../../database/transactions.js';
import { LOGGER } from '../../../logging/logger.js';
import { ApiKeysRepository, type KeyIdentity } from '../api-keys.repository.js';

/** A key under the pepper before is soon under the one in use. */
const MOVE_AFTER_MS = 1_000;
/** Keys in one transaction: short enough to leave connections and locks to others. */
const AT_ONCE = 200;

interface KeyUse {
  readonly keyId: string;
  /** The key may be stored under any of them, and from then on under the first. */
  readonly hashes: readonly string[];
  readonly enterpriseKey: number;
  readonly at: number;
  readonly address: string;
}

/**
 * Keeps when and from where each key was last used: written in batches, off the path of requests. What a key is stored under goes
 * over to the pepper in use in the same way.
 */
@Injectable()
export class KeyUses extends BatchedWrites {
  private uses = new Map<string, KeyUse>();
  private moveTimer: NodeJS.Timeout | undefined;

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
    if (hash !== current) this.moveTimer ??= setTimeout(() => void this.write(), MOVE_AFTER_MS).unref();
  }

  protected async writeGathered(): Promise<void> {
    const uses = this.uses;
    this.uses = new Map();
    clearTimeout(this.moveTimer);
    this.moveTimer = undefined;
    try {
      // in one order, so that instances that write at once do not lock each other out
      const left = [...uses].sort(([, one], [, other]) => (one.keyId < other.keyId ? -1 : 1));
      while (left.length > 0) {
        await this.writeSome(left.slice(0, AT_ONCE));
        for (const [keyHash] of left.splice(0, AT_ONCE)) uses.delete(keyHash);
      }
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }

  private async writeSome(uses: readonly (readonly [string, KeyUse])[]): Promise<void> {
    await this.transactions.run(async (manager) => {
      for (const [, { enterpriseKey, hashes, at, address }] of uses) {
        await this.apiKeys.noteUse(manager, enterpriseKey, hashes, { at, address });
      }
    });
  }
}
