import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ImportAudit, RecordWriter } from './record-writer.js';
import type { Line } from './line-reader.js';
import type { RecordKind } from './record-kinds.js';
import { recordParser, type ParsedRecord, type RecordParser, InvalidRecord } from './record-parser.js';

/** Measured on MariaDB: half the size costs a twentieth of the rate, and larger batches gain nothing. */
const BATCH_RECORDS = 2000;
/** Keeps a batch of long lines below the packet size of a database server. */
const BATCH_CHARACTERS = 2_000_000;

export type Source = Line | { readonly number: number; readonly record: object };
type SourceGroups = AsyncIterable<Iterable<Source>> | Iterable<Iterable<Source>>;

export interface Rejection {
  readonly source: Source;
  readonly reason: string;
}

export interface ImportOptions {
  readonly onRejected?: (rejections: readonly Rejection[]) => Promise<void>;
  readonly onProgress?: (soFar: ImportResult) => void;
  readonly signal?: AbortSignal;
  readonly audit?: ImportAudit | undefined;
}

export interface ImportResult {
  readonly loaded: number;
  readonly rejected: number;
  readonly tooOld: number;
}

interface Batch {
  readonly records: Map<ParsedRecord, Source>;
  readonly rejections: Rejection[];
}

/**
 * Loads records in batches of one transaction each (docs/contract.md, 2.3). Loading a record again changes nothing, so
 * running an interrupted import again completes it.
 */
@Injectable()
export class ImporterService {
  private readonly writer: RecordWriter;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.writer = new RecordWriter(dataSource);
  }

  importRecords(kind: RecordKind, records: Iterable<object>, options?: ImportOptions): Promise<ImportResult> {
    return this.importLines(kind, [numbered(records)], options);
  }

  async importLines(
    kind: RecordKind,
    groups: SourceGroups,
    { onRejected, onProgress, signal, audit }: ImportOptions = {},
  ): Promise<ImportResult> {
    const parser = recordParser(kind);
    let result: ImportResult = { loaded: 0, rejected: 0, tooOld: 0 };
    const write = async (batch: Batch): Promise<void> => {
      const { records, rejections } = batch;
      const { refused, tooOld } = await this.writer.write(parser, [...records.keys()], audit);
      reject(batch, refused);
      if (rejections.length > 0) await onRejected?.(rejections);
      result = {
        loaded: result.loaded + records.size - tooOld,
        rejected: result.rejected + rejections.length,
        tooOld: result.tooOld + tooOld,
      };
      onProgress?.(result);
    };

    let writing = Promise.resolve();
    try {
      for await (const batch of batchesOf(parser, groups)) {
        await writing;
        if (signal?.aborted) break;
        writing = write(batch);
        writing.catch(() => undefined); // awaited above or below, perhaps after it has failed
      }
    } finally {
      await writing;
    }
    return result;
  }
}

async function* batchesOf(parser: RecordParser, groups: SourceGroups): AsyncGenerator<Batch> {
  let batch: Batch = { records: new Map(), rejections: [] };
  let characters = 0;
  for await (const group of groups) {
    for (const source of group) {
      parseInto(batch, parser, source);
      characters += 'text' in source ? source.text.length : 0;
      const size = batch.records.size + batch.rejections.length;
      if (size < BATCH_RECORDS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = { records: new Map(), rejections: [] };
      characters = 0;
    }
  }
  if (batch.records.size + batch.rejections.length > 0) yield batch;
}

function parseInto({ records, rejections }: Batch, parser: RecordParser, source: Source): void {
  try {
    records.set(parser.parse(valueOf(source)), source);
  } catch (error) {
    if (!(error instanceof InvalidRecord)) throw error;
    rejections.push({ source, reason: error.message });
  }
}

function valueOf(source: Source): unknown {
  if ('record' in source) return source.record;
  if (source.fault !== undefined) throw new InvalidRecord(source.fault);
  try {
    return JSON.parse(source.text);
  } catch {
    throw new InvalidRecord('not JSON');
  }
}

function reject({ records, rejections }: Batch, reasons: ReadonlyMap<ParsedRecord, string>): void {
  if (reasons.size === 0) return;
  for (const [record, reason] of reasons) {
    const source = records.get(record);
    if (source) rejections.push({ source, reason });
    records.delete(record);
  }
  rejections.sort((a, b) => a.source.number - b.source.number);
}

function* numbered(records: Iterable<object>): Iterable<Source> {
  let number = 0;
  for (const record of records) yield { number: ++number, record };
}
