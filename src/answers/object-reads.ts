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
    const groupOf = ({ enterprise, fields }: ObjectKey): string => `${enterprise.key} ${fields ?? ''}`;
    const groups = new Map(keys.map((key) => [groupOf(key), key]));
    const read = [...groups].map(async ([group, { enterprise, fields }]) => {
      const ids = keys.filter((key) => groupOf(key) === group).map(({ id }) => id);
      return [group, await this.read(enterprise, new Set(ids), this.shape.only(fields))] as const;
    });
    const found = new Map(await Promise.all(read));
    return keys.map((key) => {
      const rows = found.get(groupOf(key));
      return rows instanceof Error ? rows : rows?.answer(key.id);
    });
  }

  /** For one enterprise. What fails, fails for its keys alone. */
  private async read(
    enterprise: CallerEnterprise,
    ids: ReadonlySet<string>,
    shape: Shape,
  ): Promise<ObjectRows | Error> {
    const { reader, compresses } = this.source;
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
