import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { In, type EntityManager } from 'typeorm';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { ApiKey } from './api-key.entities.js';
import type { KeyIdentity } from './api-keys.repository.js';

interface KeyUse {
  readonly enterpriseKey: number;
  /** Hashes under the current and the previous pepper. Recording the use stores the first one. */
  readonly hashes: readonly string[];
  readonly at: number;
  readonly address: string;
}

/** Also moves keys to the current pepper. */
@Injectable()
export class LastUsedRecorder extends BatchedWrites<KeyUse> {
  constructor(transactions: Transactions, @Inject(LOGGER) logger: Logger) {
    super('the last uses of keys', transactions, logger);
  }

  /** Identifies the key by its hashes, because the old and the current key have separate uses. */
  note({ id, hash, enterprise }: KeyIdentity, hashes: readonly string[], address: string): void {
    const [current = hash] = hashes;
    const use = { hashes, enterpriseKey: enterprise.key, at: Date.now(), address };
    this.gather(`${id} ${current}`, use); // the id first, so that all transactions lock rows in one order
    if (hash !== current) this.writeSoon();
  }

  /** Skips a use that is earlier than the stored one. The key may have become an old key since. */
  protected async store(manager: EntityManager, uses: readonly KeyUse[]): Promise<void> {
    for (const { enterpriseKey, hashes, at, address } of uses) {
      const update = (hash: 'keyHash' | 'oldKeyHash', usedAt: keyof ApiKey, used: Partial<ApiKey>) =>
        manager
          .createQueryBuilder()
          .update(ApiKey)
          .set({ [hash]: hashes[0], ...used })
          .where({ enterpriseKey, [hash]: In(hashes) })
          .andWhere(`(${usedAt} IS NULL OR ${usedAt} < :at)`, { at })
          .execute();
      const { affected } = await update('keyHash', 'lastUsedAt', {
        lastUsedAt: at,
        lastUsedAddress: address,
      });
      if (affected === 0) await update('oldKeyHash', 'oldKeyLastUsedAt', { oldKeyLastUsedAt: at });
    }
  }
}
