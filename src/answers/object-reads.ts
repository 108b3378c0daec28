import type { Query, Row, RowSink } from '../database/rows/row-reader.js';
import type { CallerEnterprise } from '../http/request/request-context.js';
import type { Answer } from './answers.js';
import type { Source } from './array-answer.js';
import { batchLoader } from './batch-loader.js';
import { withColumns } from './compiled-query.js';
import { ObjectAnswer } from './object-answer.js';
import { answerContext, type AnswerContext, type Shape } from './fields/shape.js';

/** As many objects as are worth one batch, too few to hold up the event loop. */
const MOST_AT_ONCE = 64;

/** Reads the objects of an enterprise with these ids. Each row begins with the id, before the columns of the shape. */
export type ObjectsQuery = (enterpriseKey: number, ids: readonly string[]) => Query;

interface ObjectKey {
  readonly enterprise: CallerEnterprise;
  readonly id: string;
  readonly fields: string | undefined;
}

type Found = Answer | undefined;

/**
 * Reads objects by their ids. What is asked for at the same time goes as one query for each enterprise and choice of fields: programs that poll devices
 * one by one, many at a time, cost the database little more than the list.
 */
export class ObjectReads {
  private readonly loader = batchLoader<ObjectKey, Found>(MOST_AT_ONCE, (keys) => this.load(keys));

  constructor(
    private readonly source: Source,
    private readonly shape: Shape,
    private readonly query: ObjectsQuery,
  ) {}

  /** The object, or undefined where there is none. */
  find(enterprise: CallerEnterprise, id: string, fields?: string): Promise<Found> {
    this.shape.only(fields); // a name that there is not is this request's fault alone
    return this.loader.load({ enterprise, id, fields });
  }

  private async load(keys: readonly ObjectKey[]): Promise<(Found | Error)[]> {
    const groups = new Map<string, ObjectKey[]>();
    for (const key of keys) {
      const name = `${key.enterprise.key} ${key.fields ?? ''}`;
      const group = groups.get(name);
      if (group) group.push(key);
      else groups.set(name, [key]);
    }
    const found = new Map<ObjectKey, Found | Error>();
    await Promise.all(
      Array.from(groups.values(), async (group) => {
        const rows = await this.read(group);
        for (const key of group) found.set(key, rows instanceof Error ? rows : rows.answer(key.id));
      }),
    );
    return keys.map((key) => found.get(key));
  }

  /** For one enterprise and choice of fields. What fails, fails for its keys alone. */
  private async read(keys: readonly ObjectKey[]): Promise<ObjectRows | Error> {
    const [{ enterprise, fields }] = keys as [ObjectKey];
    const { reader, compresses } = this.source;
    const shape = this.shape.only(fields);
    const ids = new Set(keys.map(({ id }) => id));
    const query = withColumns(this.query(enterprise.key, [...ids]), shape);
    try {
      return await reader.fromOneNode(async (node) => {
        const rows = new ObjectRows(shape, answerContext(enterprise), compresses);
        await node.stream(query, rows);
        return rows;
      });
    } catch (error) {
      return error as Error;
    }
  }
}

/** Keeps each object under its id. */
class ObjectRows implements RowSink {
  readonly isLong = false;
  readonly isGone = false;
  onGone: (() => void) | undefined;
  private readonly answers = new Map<string, ObjectAnswer>();
  private readonly taken = new Set<string>();

  constructor(
    private readonly shape: Shape,
    private readonly context: AnswerContext,
    private readonly compresses: boolean,
  ) {}

  take(row: Row): boolean {
    this.answers.set(row.readText(), ObjectAnswer.of(row, this.shape, this.context, this.compresses));
    return false;
  }

  async pause(): Promise<void> {
    // a batch is never long enough to wait for anybody
  }

  /** Each caller gives the buffer of its answer back, so the second one gets a copy. */
  answer(id: string): ObjectAnswer | undefined {
    const answer = this.answers.get(id);
    if (!answer || !this.taken.has(id)) {
      this.taken.add(id);
      return answer;
    }
    return answer.copy();
  }
}
