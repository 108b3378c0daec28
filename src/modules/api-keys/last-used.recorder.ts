import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { ApiKeysRepository, type KeyIdentity, type KeyUse } from './api-keys.repository.js';

/** Records when and from which address each key was last used, and moves keys to the current pepper. */
@Injectable()
export class LastUsedRecorder extends BatchedWrites<KeyUse> {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('the last uses of keys', transactions, logger);
  }

  /** Identifies the key by its hashes: an old key's use must not count as a use of the key that replaced it. */
  note({ id, hash, enterprise }: KeyIdentity, hashes: readonly string[], address: string): void {
    const [current = hash] = hashes;
    const use = { hashes, enterpriseKey: enterprise.key, at: Date.now(), address };
    this.gather(`${id} ${current}`, use); // the id first: each transaction locks the rows in one order
    if (hash !== current) this.writeSoon();
  }

  protected async store(manager: EntityManager, uses: readonly KeyUse[]): Promise<void> {
    for (const use of uses) await this.apiKeys.noteUse(manager, use);
  }
}
