import { setTimeout as wait } from 'node:timers/promises';
import type { ExportRecord } from '../app/builders.js';
import { send } from '../http/http.js';
import { FeedCopy, type StepOptions } from './feed-copy.js';
import { FEED_ROUTES, itemsOf, snapshotPathWithFeedFields, type FeedRoute } from './feed-routes.js';
import { SeededRandom } from '../../../demo/seed/seeded-random.js';
import { RandomWriter, type RandomBatch } from './random-writer.js';

const DEVICES_OF_WRITER = 4;
const LIMITS = [undefined, undefined, 1, 7, 50, 1_000, 50_000];
const PAUSE_MS = 40;

type Rows<Text = string> = ReadonlyMap<unknown, Text>;
type Headers = Readonly<Record<string, string>>;

interface FollowedCopy {
  readonly enterprise: string;
  readonly copy: FeedCopy;
}

/** Writers and readers of some enterprises. At the end, the copies of readers must equal the tables. */
export class FollowedFleet {
  private readonly writers: readonly RandomWriter[];
  private readonly readers: readonly (readonly FollowedCopy[])[];
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
        const enterpriseHeaders = headers.get(enterprise) ?? {};
        return FEED_ROUTES.map((route) => {
          const copy = new FeedCopy(route, enterpriseHeaders, at % 2 === 1);
          return { enterprise, copy };
        });
      }),
    );
  }

  firstDevices(): ExportRecord[] {
    return this.writers.flatMap((writer) => writer.firstDevices());
  }

  batchOf(writer: number, size: number): RandomBatch {
    const randomWriter = this.writers[writer];
    if (!randomWriter) throw new Error(`There is no writer ${writer}`);
    return randomWriter.batch(size);
  }

  async read(reader: number, origin: string): Promise<void> {
    const { copy } = this.random.pick(this.readers[reader] ?? []);
    for (let responses = this.random.integer(1, 4); responses > 0; responses--)
      if ((await copy.step(this.call(origin))) !== 'more') break;
    await wait(this.random.integer(0, PAUSE_MS - 1));
  }

  async catchUp(origin: string): Promise<void> {
    for (const { copy } of this.readers.flat()) {
      let isDone = false;
      // A snapshot has a token from which the reader continues
      while (!isDone) {
        const wasSnapshot = copy.responses === 0;
        const limit = this.random.chance(0.8) && { limit: 500 };
        const step = await copy.step({ ...this.call(origin), ...limit });
        isDone = step === 'done' && !wasSnapshot;
      }
    }
  }

  async differences(origin: string): Promise<string[]> {
    const found: string[] = [];
    for (const [enterprise, headers] of this.headers) {
      for (const route of FEED_ROUTES) {
        const name = `${enterprise} ${route.kind}`;
        const snapshot = await readSnapshot(origin, route, headers);
        found.push(...differencesBetween(`${name} as written`, snapshot, this.expected(route, enterprise)));
        for (const { copy, ...of } of this.readers.flat())
          if (of.enterprise === enterprise && copy.route === route)
            found.push(...differencesBetween(`${name} of a reader`, snapshot, copy.rows));
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

  get responses(): number {
    return this.readers.flat().reduce((sum, { copy }) => sum + copy.responses, 0);
  }

  private expected({ kind }: FeedRoute, enterprise: string): ReadonlyMap<unknown, undefined> {
    const all = this.writers.flatMap((writer) => [...writer.currentRecords(kind, enterprise)]);
    const devices = new Set(
      this.writers.flatMap((writer) => [...writer.currentRecords('devices', enterprise).keys()]),
    );
    const shown = all.filter(([, { device_id }]) => kind !== 'applications' || devices.has(device_id));
    return new Map(shown.map(([id]) => [id, undefined]));
  }

  private call(origin: string): StepOptions {
    const limit = this.random.pick(LIMITS.map((most) => ({ ...(most !== undefined && { limit: most }) })));
    return { origin, ...limit, format: this.random.pick(['json', 'ndjson', 'csv'] as const) };
  }
}

async function readSnapshot(origin: string, route: FeedRoute, headers: Headers): Promise<Rows> {
  const path = snapshotPathWithFeedFields(route);
  const received = await send(origin, { path, headers });
  if (received.status !== 200) throw new Error(`${path}: ${received.status} ${received.body}`);
  const items = await itemsOf(route, 'json', received);
  return new Map(items.map((item) => [item[route.id], JSON.stringify(item)]));
}

function differencesBetween(name: string, snapshot: Rows, copy: Rows<string | undefined>): string[] {
  const missing = [...snapshot.keys()].filter((id) => !copy.has(id));
  const surplus = [...copy.keys()].filter((id) => !snapshot.has(id));
  const isDifferent = (id: unknown, text?: string) =>
    text !== undefined && snapshot.has(id) && snapshot.get(id) !== text;
  const different = [...copy].filter(([id, text]) => isDifferent(id, text));
  const [first] = different;
  return [
    ...(missing.length > 0 ? [`${name}: ${missing.length} missing, ${String(missing[0])}`] : []),
    ...(surplus.length > 0 ? [`${name}: ${surplus.length} surplus, ${String(surplus[0])}`] : []),
    ...(first ? [`${name}: ${different.length} different, ${first[1]} for ${snapshot.get(first[0])}`] : []),
  ];
}
