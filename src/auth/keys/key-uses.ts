import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../logging/logger.js';

const WRITE_EVERY_MS = 20_000;
/** Keys in one transaction: short enough to leave connections and locks to others. */
const AT_ONCE = 200;

interface KeyUse {
  readonly enterpriseKey: number;
  readonly at: number;
  readonly address: string;
}

/** Keeps when and from where each key was last used: written in batches, off the path of requests. */
@Injectable()
export class KeyUses implements OnModuleInit, OnApplicationShutdown {
  private uses = new Map<string, KeyUse>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Under the hash rather than the entry: what an old key did is not said of the one that replaced it. */
  note(keyHash: string, enterpriseKey: number, address: string): void {
    this.uses.set(keyHash, { enterpriseKey, at: Date.now(), address });
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  async write(): Promise<void> {
    const uses = this.uses;
    this.uses = new Map();
    try {
      // in one order, so that instances that write at once do not lock each other out
      const left = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
      while (left.length > 0) {
        await this.writeSome(left.slice(0, AT_ONCE));
        for (const [keyHash] of left.splice(0, AT_ONCE)) uses.delete(keyHash);
      }
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the last uses of keys could not be written; they are kept for the next time',
      );
      this.uses = new Map([...uses, ...this.uses]);
    }
  }

  private async writeSome(uses: readonly (readonly [string, KeyUse])[]): Promise<void> {
    await this.transactions.run(async (manager) => {
      for (const [keyHash, { enterpriseKey, at, address }] of uses) {
        await manager.query(
          `UPDATE api_keys SET last_used_at = ?, last_used_address = ?
           WHERE enterprise_key = ? AND key_hash = ? AND (last_used_at IS NULL OR last_used_at < ?)`,
          [at, address, enterpriseKey, keyHash, at],
        );
      }
    });
  }
}
