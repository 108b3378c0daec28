import { Batches } from './batches.js';
import type { Query, Row, RowReader, RowSink } from '../database/rows/row-reader.js';
import type { Answer, Format } from './answers.js';
import { ObjectAnswer } from './object-answer.js';
import type { CallerEnterprise } from '../http/request/request-context.js';
import { answerContext, type Serializer } from './serializer.js';

/** As many objects as are worth one batch, too few to hold up the event loop. */
const MOST_AT_ONCE = 64;

/** Reads the objects of an enterprise with these ids. Each row begins with the id, before the columns of the serializer. */
export type ObjectsQuery = (enterpriseKey: number, ids: readonly string[]) => Query;

interface Wanted {
  readonly enterprise: CallerEnterprise;
  readonly id: string;
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads objects by their ids. What is asked for at the same time goes as one query for each enterprise: programs that poll devices
 * one by one, many at a time, cost the database little more than the list.
 */
export class ObjectReads {
  private readonly batches = new Batches<Wanted>(MOST_AT_ONCE, (batch) => this.readAll(batch));

  constructor(
    private readonly reader: RowReader,
    private readonly serializer: Serializer,
    private readonly query: ObjectsQuery,
  ) {}

  /** The object, or undefined where there is none. */
  find(enterprise: CallerEnterprise, id: string): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.batches.add({ enterprise, id, resolve, reject });
    });
  }

  private async readAll(batch: readonly Wanted[]): Promise<void> {
    const ofEnterprise = groupBy(batch, ({ enterprise }) => enterprise.key);
    await Promise.all([...ofEnterprise.values()].map((wanted) => this.read(wanted)));
  }

  /** For one enterprise. */
  private async read(wanted: readonly [Wanted, ...Wanted[]]): Promise<void> {
    const { enterprise } = wanted[0];
    const ofId = groupBy(wanted, ({ id }) => id);
    const format = { serializer: this.serializer, context: answerContext(enterprise) };
    try {
      await this.reader.stream(this.query(enterprise.key, [...ofId.keys()]), new Found(ofId, format));
      for (const { resolve } of wanted) resolve(undefined); // whoever has an answer keeps it
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
}

/** Hands each object to whoever wants it. */
class Found implements RowSink {
  readonly isLong = false;
  readonly isGone = false;
  onGone: (() => void) | undefined;

  constructor(
    private readonly wanted: ReadonlyMap<string, readonly Wanted[]>,
    private readonly format: Format,
  ) {}

  take(row: Row): boolean {
    const wanted = this.wanted.get(row.readText());
    if (!wanted) return false;
    const answer = ObjectAnswer.of(row, this.format);
    for (const { resolve } of wanted.slice(1)) resolve(answer.copy());
    wanted[0]?.resolve(answer);
    return false;
  }

  async pause(): Promise<void> {
    // a batch is never long enough to wait for anybody
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
