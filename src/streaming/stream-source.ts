import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { ReplicaReader, type ReadConnection } from '../database/rows/reader.js';
import { DownloadSlots, type DownloadSlot } from './download-slots.js';

/** Runs after the connection is released. */
export type Send = () => Promise<void> | void;

export class NoSlotYet extends Error {}

@Injectable()
export class StreamSource {
  readonly compresses: boolean;

  constructor(
    readonly reader: ReplicaReader,
    readonly downloadSlots: DownloadSlots,
    @Inject(CONFIG) config: Config,
  ) {
    this.compresses = config.compression;
  }

  /**
   * Reads a response over one connection, and once more over another if it is lost before the first byte. Holds no connection
   * while it waits for a slot, and then reads from the start.
   */
  async send(
    request: Request,
    response: Response,
    read: (connection: ReadConnection, slot: DownloadSlot) => Promise<Send>,
  ): Promise<void> {
    const slot = this.downloadSlots.slotOf(request.context.enterprise?.key ?? 0);
    const readNow = (): Promise<Send> =>
      this.reader.withConnection(
        (connection) => read(connection, slot),
        () => !response.headersSent,
      );
    const readLater = async (): Promise<Send> => {
      request.context.waitsForSlot = true;
      await slot.wait();
      return readNow();
    };
    try {
      const mustQueue = request.context.bulk === true && request.method !== 'HEAD' && slot.isWaitedFor;
      const send = mustQueue
        ? await readLater()
        : await readNow().catch((error: unknown) => {
            if (error instanceof NoSlotYet) return readLater();
            throw error;
          });
      await send();
    } finally {
      slot.giveBack();
    }
  }
}
