import type { Request, Response } from 'express';
import type { Query, Row, RowSink } from '../database/rows/reader.js';
import type { CallerEnterprise } from '../http/request-context.js';
import { StreamedResponse, sendWhole } from './streamed-response.js';
import type { Source } from './row-stream.js';
import { batchLoader } from './batch-loader.js';
import { withColumns } from './prepared-query.js';
import { ByteBuffer } from './fields/byte-buffer.js';
import { rowContext, type RowContext, type FieldSelection } from './fields/field-selection.js';
import { FORMATS } from './formats/formats.js';
import { ObjectWriter } from './formats/json.js';

/** As many objects as are worth one batch, too few to hold up the event loop. */
const MOST_AT_ONCE = 64;
const { contentType } = FORMATS.json;

/** Reads the objects of an enterprise with these ids. Each row begins with the id, before the columns of the shape. */
export type ObjectsQuery = (enterpriseKey: number, ids: readonly string[]) => Query;

interface ObjectKey {
  readonly enterprise: CallerEnterprise;
  readonly id: string;
  readonly fields: string | undefined;
}

type Found = StreamedResponse | undefined;

/**
 * Reads objects by their ids. What is asked for at the same time goes as one query for each enterprise and choice of fields: programs that poll devices
 * one by one, many at a time, cost the database little more than the list.
 */
export class ObjectLoader {
  private readonly loader = batchLoader<ObjectKey, Found>(MOST_AT_ONCE, (keys) => this.load(keys));

  constructor(
    private readonly source: Source,
    private readonly shape: FieldSelection,
    private readonly query: ObjectsQuery,
  ) {}

  /** The object, or undefined where there is none. */
  find(enterprise: CallerEnterprise, id: string, fields?: string): Promise<Found> {
    this.shape.pick(fields); // a name that there is not is this request's fault alone
    return this.loader.load({ enterprise, id, fields });
  }

  private async load(keys: readonly ObjectKey[]): Promise<(Found | Error)[]> {
    const groups = new Map<string, ObjectKey[]>();
    for (const key of keys) {
      const group = groups.get(groupOf(key));
      if (group) group.push(key);
      else groups.set(groupOf(key), [key]);
    }
    const reads = Array.from(groups, async ([name, group]) => [name, await this.read(group)] as const);
    const read = new Map(await Promise.all(reads));
    return keys.map((key) => {
      const rows = read.get(groupOf(key));
      return rows instanceof Error ? rows : rows?.answer(key.id);
    });
  }

  /** For one enterprise and choice of fields. What fails, fails for its keys alone. */
  private async read(keys: readonly ObjectKey[]): Promise<ObjectRows | Error> {
    const [{ enterprise, fields }] = keys as [ObjectKey];
    const { reader, compresses } = this.source;
    const shape = this.shape.pick(fields);
    const ids = new Set(keys.map(({ id }) => id));
    const query = withColumns(this.query(enterprise.key, [...ids]), shape);
    try {
      return await reader.withConnection(async (node) => {
        const rows = new ObjectRows(shape, rowContext(enterprise), compresses);
        await node.stream(query, rows);
        return rows;
      });
    } catch (error) {
      return error as Error;
    }
  }
}

const groupOf = ({ enterprise, fields }: ObjectKey): string => `${enterprise.key} ${fields ?? ''}`;

/** Keeps each object under its id. */
class ObjectRows implements RowSink {
  readonly isLong = false;
  readonly isGone = false;
  onGone: (() => void) | undefined;
  private readonly answers = new Map<string, ObjectResponse>();
  private readonly taken = new Set<string>();

  constructor(
    private readonly shape: FieldSelection,
    private readonly context: RowContext,
    private readonly compresses: boolean,
  ) {}

  take(row: Row): boolean {
    const id = row.readText();
    const json = ByteBuffer.borrow();
    ObjectWriter.of(this.shape).write(row, json, this.context);
    this.answers.set(id, new ObjectResponse(json, this.compresses));
    return false;
  }

  async pause(): Promise<void> {
    // a batch is never long enough to wait for anybody
  }

  /** Each caller gives the buffer of its answer back, so the second one gets a copy. */
  answer(id: string): ObjectResponse | undefined {
    const answer = this.answers.get(id);
    if (this.taken.has(id)) return answer?.copy();
    this.taken.add(id);
    return answer;
  }
}

/** One JSON object. */
class ObjectResponse extends StreamedResponse {
  constructor(
    private readonly json: ByteBuffer,
    private readonly isCompressible: boolean,
  ) {
    super();
  }

  /** With a buffer of its own. */
  copy(): ObjectResponse {
    const json = ByteBuffer.borrow();
    json.bytes(this.json.written, 0, this.json.length);
    return new ObjectResponse(json, this.isCompressible);
  }

  send(request: Request, response: Response): Promise<void> {
    request.context.rows = 1;
    return sendWhole([this.json], { contentType, isCompressible: this.isCompressible }, request, response);
  }
}
