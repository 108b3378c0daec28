import { setTimeout as wait } from 'node:timers/promises';
import type { ExportRecord } from '../app/builders.js';
import { send } from '../http/http.js';
import { FeedCopy, type Call } from './feed-copy.js';
import { FEED_ROUTES, itemsOf, sameItemsOf, type FeedRoute } from './feed-routes.js';
import { SeededRandom } from '../../../demo/seed/seeded-random.js';
import { RandomWriter, type RandomBatch } from './random-writer.js';

const DEVICES_OF_WRITER = 4;
const LIMITS = [undefined, undefined, 1, 7, 50, 1_000, 50_000];
const PAUSE_MS = 40;

type Rows<Text = string> = ReadonlyMap<unknown, Text>;
type Headers = Readonly<Record<string, string>>;

interface Followed {
  readonly enterprise: string;
  readonly copy: FeedCopy;
}

/** Writers and readers of some enterprises. At the end, the copies of readers must equal the tables. */
export class FollowedFleet {
  private readonly writers: readonly RandomWriter[];
  private readonly readers: readonly (readonly Followed[])[];
  private readonly random: SeededRandom;

  constructor(
    private readonly headers: ReadonlyMap<string, Headers>,
    writers: number,
    readers: number,
    seed: number,
  ) {
    this.random = new SeededRandom(seed);
    const enterprises = [...headers.keys()];
    this.writers = Array.from(
      { length: writers },
      (_none, at) => new RandomWriter(at, enterprises, DEVICES_OF_WRITER, new SeededRandom(seed + at + 1)),
    );
    this.readers = Array.from({ length: readers }, (_none, at) =>
      enterprises.flatMap((enterprise) => {
        const own = headers.get(enterprise) ?? {};
        return FEED_ROUTES.map((route) => {
          const copy = new FeedCopy(route, own, at % 2 === 1);
          return { enterprise, copy };
        });
      }),
    );
  }

  firstDevices(): ExportRecord[] {
    return this.writers.flatMap((writer) => writer.firstDevices());
  }

  batchOf(writer: number, size: number): RandomBatch {
    const one = this.writers[writer];
    if (!one) throw new Error(`There is no writer ${writer}`);
    return one.batch(size);
  }

  async read(reader: number, origin: string): Promise<void> {
    const { copy } = this.random.pick(this.readers[reader] ?? []);
    for (let answers = this.random.whole(1, 4); answers > 0; answers--)
      if ((await copy.step(this.call(origin))) !== 'more') break;
    await wait(this.random.whole(0, PAUSE_MS - 1));
  }

  async catchUp(origin: string): Promise<void> {
    for (const { copy } of this.readers.flat()) {
      let isDone = false;
      // A whole response has a token from which the reader continues
      while (!isDone) {
        const wasWhole = copy.answers === 0;
        const limit = this.random.chance(0.8) && { limit: 500 };
        const step = await copy.step({ ...this.call(origin), ...limit });
        isDone = step === 'done' && !wasWhole;
      }
    }
  }

  async differences(origin: string): Promise<string[]> {
    const found: string[] = [];
    for (const [enterprise, headers] of this.headers) {
      for (const route of FEED_ROUTES) {
        const name = `${enterprise} ${route.kind}`;
        const whole = await readWhole(origin, route, headers);
        found.push(...difference(`${name} as written`, whole, this.expected(route, enterprise)));
        for (const { copy, ...of } of this.readers.flat())
          if (of.enterprise === enterprise && copy.route === route)
            found.push(...difference(`${name} of a reader`, whole, copy.rows));
      }
    }
    return found;
  }

  get violations(): string[] {
    return this.readers.flat().flatMap(({ copy }) => copy.violations);
  }

  get items(): number {
    return this.readers.flat().reduce((sum, { copy }) => sum + copy.items, 0);
  }

  get answers(): number {
    return this.readers.flat().reduce((sum, { copy }) => sum + copy.answers, 0);
  }

  private expected({ kind }: FeedRoute, enterprise: string): ReadonlyMap<unknown, undefined> {
    const all = this.writers.flatMap((writer) => [...writer.standing(kind, enterprise)]);
    const devices = new Set(this.writers.flatMap((each) => [...each.standing('devices', enterprise).keys()]));
    const shown = all.filter(([, { device_id }]) => kind !== 'applications' || devices.has(device_id));
    return new Map(shown.map(([id]) => [id, undefined]));
  }

  private call(origin: string): Call {
    const limit = this.random.pick(LIMITS.map((most) => ({ ...(most !== undefined && { limit: most }) })));
    return { origin, ...limit, format: this.random.pick(['json', 'ndjson', 'csv'] as const) };
  }
}

async function readWhole(origin: string, route: FeedRoute, headers: Headers): Promise<Rows> {
  const path = sameItemsOf(route);
  const received = await send(origin, { path, headers });
  if (received.status !== 200) throw new Error(`${path}: ${received.status} ${received.body}`);
  const items = await itemsOf(route, 'json', received);
  return new Map(items.map((item) => [item[route.id], JSON.stringify(item)]));
}

function difference(name: string, whole: Rows, other: Rows<string | undefined>): string[] {
  const missing = [...whole.keys()].filter((id) => !other.has(id));
  const surplus = [...other.keys()].filter((id) => !whole.has(id));
  const isUnlike = (id: unknown, text?: string) =>
    text !== undefined && whole.has(id) && whole.get(id) !== text;
  const unlike = [...other].filter(([id, text]) => isUnlike(id, text));
  const [first] = unlike;
  return [
    ...(missing.length > 0 ? [`${name}: ${missing.length} missing, ${String(missing[0])}`] : []),
    ...(surplus.length > 0 ? [`${name}: ${surplus.length} too many, ${String(surplus[0])}`] : []),
    ...(first ? [`${name}: ${unlike.length} unlike, ${first[1]} for ${whole.get(first[0])}`] : []),
  ];
}
