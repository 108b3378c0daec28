import type { ExportRecord } from '../app/builders.js';
import { routeOf, type FeedKind } from './feed-routes.js';
import { aRecord, deletionOf } from './one-of-each.js';
import type { SeededRandom } from '../../../demo/seed/seeded-random.js';

const KINDS =
  'devices datausage datausage screentime applications applications locations locations locations'.split(
    ' ',
  ) as FeedKind[];
const FIRST_DAY = Date.UTC(2026, 0, 3);
const DAYS_MS = 300 * 86_400_000;
const WRITERS = 8;

interface WriterState {
  readonly ids: unknown[];
  readonly knownIds: Set<unknown>;
  readonly current: Map<unknown, ExportRecord>;
}

export interface RandomBatch {
  readonly kind: FeedKind;
  readonly records: readonly ExportRecord[];
}

/**
 * Makes random batches: new, late, changed, deleted, restored, moved and repeated records. Each writer has
 * its own records, so that the expected result is known. Each change makes a record unique.
 */
export class RandomWriter {
  private readonly states = new Map<string, WriterState>();
  private serial = 0;

  constructor(
    private readonly writer: number,
    private readonly enterprises: readonly string[],
    private readonly devicesOfWriter: number,
    private readonly random: SeededRandom,
  ) {}

  firstDevices(): ExportRecord[] {
    return this.enterprises.flatMap((enterprise) =>
      Array.from({ length: this.devicesOfWriter }, (_none, at) =>
        this.stored('devices', enterprise, this.deviceId(this.writer, at)),
      ),
    );
  }

  batch(size: number): RandomBatch {
    const kind = this.random.pick(KINDS);
    const records = Array.from({ length: kind === 'devices' ? Math.ceil(size / 10) : size }, () =>
      this.line(kind, this.random.pick(this.enterprises)),
    );
    return { kind, records };
  }

  currentRecords(kind: FeedKind, enterprise: string): ReadonlyMap<unknown, ExportRecord> {
    return this.of(kind, enterprise).current;
  }

  private line(kind: FeedKind, enterprise: string): ExportRecord {
    const { ids, current } = this.of(kind, enterprise);
    const isNew = kind !== 'devices' && this.random.chance(0.4);
    if (isNew || ids.length === 0) return this.stored(kind, enterprise, this.newId());
    const id = this.random.pick(ids);
    const record = current.get(id);
    const choice = this.random.next();
    if (!record || choice < 0.4) return this.stored(kind, enterprise, id);
    return choice < 0.7 ? this.removed(kind, enterprise, record) : record;
  }

  private stored(kind: FeedKind, enterprise: string, id: unknown): ExportRecord {
    const { ids, current, knownIds } = this.of(kind, enterprise);
    const record = this.record(kind, enterprise, id);
    if (!knownIds.has(id)) ids.push(id);
    knownIds.add(id);
    current.set(id, record);
    return record;
  }

  private removed(kind: FeedKind, enterprise: string, record: ExportRecord): ExportRecord {
    this.of(kind, enterprise).current.delete(record[routeOf(kind).id]);
    return deletionOf(kind, record);
  }

  private record(kind: FeedKind, enterprise_id: string, id: unknown): ExportRecord {
    const serial = ++this.serial * WRITERS + this.writer;
    const instant = new Date(FIRST_DAY + this.random.integer(0, DAYS_MS - 1)).toISOString();
    const writer = this.random.integer(0, this.writer);
    const at = this.random.integer(0, this.devicesOfWriter - 1);
    const device_id = this.deviceId(writer, at);
    const fieldsOfKind: Readonly<Record<FeedKind, ExportRecord>> = {
      devices: { model: `model ${serial}` },
      datausage: { device_id, start: instant, wifi: serial },
      screentime: { device_id, start: instant, screentime: serial },
      applications: { device_id, versionCode: serial },
      locations: { device_id, created_at: instant, altitude: serial, accuracy: serial },
    };
    return aRecord(kind, id, { enterprise_id, ...fieldsOfKind[kind] });
  }

  /** Makes most ids consecutive, as in an export, and some far apart. */
  private newId(): number {
    const sequence = ++this.serial * WRITERS + this.writer;
    return this.random.chance(0.2) ? sequence + 1e9 * this.random.integer(1, 1_000) : sequence;
  }

  private deviceId(writer: number, at: number): string {
    return `device-${writer}-${at}`;
  }

  private of(kind: FeedKind, enterprise: string): WriterState {
    const name = `${kind} ${enterprise}`;
    const state = this.states.get(name) ?? { ids: [], knownIds: new Set(), current: new Map() };
    this.states.set(name, state);
    return state;
  }
}
