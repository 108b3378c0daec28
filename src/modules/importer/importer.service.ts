import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { checkedBatches, type Batch, type Groups, type Incoming, type Rejected } from './checked-batches.js';
import type { ImportTrail } from './import-trail.js';
import { isOfDevice, type RecordKind } from './record-kinds.js';
import { shapeOf, type CheckedRecord, type RecordShape } from './record-parser.js';
import { ALL_SAVED, NO_DEVICE, NO_ENTERPRISE, RecordStore } from './record-writer.js';
import { SurrogateKeys } from './key-cache.js';

export interface ImportOptions {
  /** Gets what is not loaded, in the order in which it came. */
  readonly onRejected?: (rejected: readonly Rejected[]) => Promise<void>;
  /** Gets the counts so far after each batch. */
  readonly onProgress?: (soFar: ImportResult) => void;
  /** Stops the import after the running batch. */
  readonly signal?: AbortSignal;
  /** Is told what changes. */
  readonly trail?: ImportTrail | undefined;
}

export interface ImportResult {
  readonly loaded: number;
  readonly rejected: number;
  /** Older than their enterprise keeps. */
  readonly passedOver: number;
}

/**
 * Loads records (docs/contract.md, 2.3). Each batch is one transaction, and loading a record again changes nothing: an
 * import that was cut short is finished by running it once more.
 */
@Injectable()
export class Importer {
  private readonly store: RecordStore;
  private readonly keys: SurrogateKeys;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.store = new RecordStore(dataSource);
    this.keys = new SurrogateKeys(this.store);
  }

  /** Loads objects of this program, made of the same fields as the lines of a file. */
  importRecords(kind: RecordKind, records: Iterable<object>, options?: ImportOptions): Promise<ImportResult> {
    return this.importLines(kind, [numbered(records)], options);
  }

  /** Loads the lines of a file. Checks the next batch while the database writes the last one. */
  async importLines(
    kind: RecordKind,
    groups: Groups,
    { onRejected, onProgress, signal, trail }: ImportOptions = {},
  ): Promise<ImportResult> {
    const shape = shapeOf(kind);
    let result: ImportResult = { loaded: 0, rejected: 0, passedOver: 0 };
    const write = async (batch: Batch): Promise<void> => {
      const resolved = await this.resolve(shape, batch);
      const records = resolved.accepted.map(({ checked }) => checked);
      const saved = records.length > 0 ? await this.store.save(shape, records, trail) : ALL_SAVED;
      const { refused, passedOver, stored } = saved;
      for (const [key, count] of stored) trail?.wasLoaded(shape.kind, key, count);
      this.keys.forget(refused);
      const { accepted, rejected } = withoutThose(resolved, refused);
      if (rejected.length > 0) await onRejected?.(rejected);
      result = {
        loaded: result.loaded + accepted.length - passedOver,
        rejected: result.rejected + rejected.length,
        passedOver: result.passedOver + passedOver,
      };
      onProgress?.(result);
    };

    let writing = Promise.resolve();
    try {
      for await (const batch of checkedBatches(shape, groups)) {
        await writing;
        if (signal?.aborted) break;
        writing = write(batch);
        writing.catch(() => undefined); // it is awaited above or below, which may be later than it fails
      }
    } finally {
      await writing;
    }
    return result;
  }

  /** Moves the records whose enterprise or device does not exist to the rejected ones. */
  private async resolve(shape: RecordShape, batch: Batch): Promise<Batch> {
    if (shape.kind === 'enterprises') return batch;
    const records = batch.accepted.map(({ checked }) => checked);
    const reasons = new Map<CheckedRecord, string>();
    for (const orphan of await this.keys.fillEnterprises(records)) reasons.set(orphan, NO_ENTERPRISE);
    if (isOfDevice(shape.kind))
      for (const orphan of await this.keys.fillDevices(records.filter((record) => !reasons.has(record))))
        reasons.set(orphan, NO_DEVICE);
    return withoutThose(batch, reasons);
  }
}

/** Moves the records that have a reason to the rejected ones. */
function withoutThose(batch: Batch, reasons: ReadonlyMap<CheckedRecord, string>): Batch {
  if (reasons.size === 0) return batch;
  const rejected = batch.accepted.flatMap(({ incoming, checked }) => {
    const reason = reasons.get(checked);
    return reason === undefined ? [] : [{ incoming, reason }];
  });
  return {
    accepted: batch.accepted.filter(({ checked }) => !reasons.has(checked)),
    rejected: [...batch.rejected, ...rejected].sort((a, b) => a.incoming.number - b.incoming.number),
  };
}

function* numbered(records: Iterable<object>): Iterable<Incoming> {
  let number = 0;
  for (const record of records) yield { number: ++number, record };
}
