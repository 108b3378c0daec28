import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { ApiKeysRepository, type KeyIdentity, type KeyUse } from './api-keys.repository.js';

/** Also moves keys to the current pepper. */
@Injectable()
export class LastUsedRecorder extends BatchedWrites<KeyUse> {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('the last uses of keys', transactions, logger);
  }

  /** Identifies the key by its hashes, because a use of the old key is not a use of the current one. */
  note({ id, hash, enterprise }: KeyIdentity, hashes: readonly string[], address: string): void {
    const [current = hash] = hashes;
    const use = { hashes, enterpriseKey: enterprise.key, at: Date.now(), address };
    this.gather(`${id} ${current}`, use); // the id first, so that all transactions lock rows in one order
    if (hash !== current) this.writeSoon();
  }

  protected async store(manager: EntityManager, uses: readonly KeyUse[]): Promise<void> {
    for (const use of uses) await this.apiKeys.noteUse(manager, use);
  }
}
