import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ImportAudit } from './import-audit.js';
import type { Line } from './line-reader.js';
import type { RecordKind } from './record-kinds.js';
import { recordParser, type ParsedRecord, type RecordParser, InvalidRecord } from './record-parser.js';
import { RecordWriter } from './record-writer.js';

/** Measured on MariaDB. Half the size costs a twentieth of the rate, and larger batches gain nothing. */
const BATCH_RECORDS = 2000;
/** Keeps a batch of long lines below the packet size of a database server. */
const BATCH_CHARACTERS = 2_000_000;

type LineGroups = AsyncIterable<Iterable<Line>> | Iterable<Iterable<Line>>;

interface Rejection {
  readonly line: Line;
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
  readonly records: Map<ParsedRecord, Line>;
  readonly rejections: Rejection[];
}

/**
 * Loads records in batches of one transaction each (docs/contract.md, 2.3). Loading a record again changes nothing,
 * so running an interrupted import again completes it.
 */
@Injectable()
export class ImporterService {
  private readonly writer = new RecordWriter(this.dataSource);

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  importRecords(kind: RecordKind, records: Iterable<object>, options?: ImportOptions): Promise<ImportResult> {
    return this.importLines(kind, [linesOf(records)], options);
  }

  async importLines(
    kind: RecordKind,
    groups: LineGroups,
    { onRejected, onProgress, signal, audit }: ImportOptions = {},
  ): Promise<ImportResult> {
    const parser = recordParser(kind);
    let result: ImportResult = { loaded: 0, rejected: 0, tooOld: 0 };
    const write = async ({ records, rejections }: Batch): Promise<void> => {
      const { refused, tooOld } = await this.writer.write(parser, [...records.keys()], audit);
      for (const [record, line] of records) {
        const reason = refused.get(record);
        if (reason !== undefined) rejections.push({ line, reason });
      }
      rejections.sort((a, b) => a.line.number - b.line.number);
      if (rejections.length > 0) await onRejected?.(rejections);
      result = {
        loaded: result.loaded + records.size - refused.size - tooOld,
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
        writing.catch(() => undefined); // an `await` above or below throws this error later
      }
    } finally {
      await writing;
    }
    return result;
  }
}

async function* batchesOf(parser: RecordParser, groups: LineGroups): AsyncGenerator<Batch> {
  let batch: Batch = { records: new Map(), rejections: [] };
  let characters = 0;
  for await (const lines of groups) {
    for (const line of lines) {
      parseInto(batch, parser, line);
      characters += line.text.length;
      const size = batch.records.size + batch.rejections.length;
      if (size < BATCH_RECORDS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      batch = { records: new Map(), rejections: [] };
      characters = 0;
    }
  }
  if (batch.records.size + batch.rejections.length > 0) yield batch;
}

function parseInto({ records, rejections }: Batch, parser: RecordParser, line: Line): void {
  try {
    if (line.fault === undefined) records.set(parser.parse(JSON.parse(line.text)), line);
    else rejections.push({ line, reason: line.fault });
  } catch (error) {
    if (error instanceof SyntaxError) rejections.push({ line, reason: 'not JSON' });
    else if (error instanceof InvalidRecord) rejections.push({ line, reason: error.message });
    else throw error;
  }
}

function* linesOf(records: Iterable<object>): Generator<Line> {
  let number = 0;
  for (const record of records) yield { number: ++number, text: JSON.stringify(record) };
}
