import fc from 'fast-check';
import { appWith } from '../kit/app/app-with.js';
import type { Export, ExportRecord } from '../kit/app/builders.js';
import { FORMATS, readRows } from '../kit/formats/read-rows.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { ExpectedAnswers, isWithin } from '../kit/specification/expected-answers.js';
import { ON_REQUEST, TABLES, type FieldTable } from '../kit/specification/field-tables.js';
import { anExport } from '../kit/specification/random-export.js';

// docs/contract.md, 2.10 and 2.11: one call over the fleet holds what the calls for its devices hold together, and every format
// holds the same rows in the same order with the same values.

const RUNS = 8;

interface Days {
  readonly startdate: string;
  readonly enddate: string;
}

interface Kind {
  readonly ofOne: string;
  readonly ofAll: string;
  /** The fields of the response for all devices. */
  readonly table: FieldTable;
  /** The fields that the response for one device has, too. */
  readonly shared: readonly string[];
  /** The field that a range of days applies to. */
  readonly time: 'start' | 'created_at' | undefined;
  /** The records of a deleted device. */
  readonly ofDeleted: (answers: ExpectedAnswers, deviceId: string) => readonly ExportRecord[];
}

const kind = (path: string, table: FieldTable, ofDeleted: Kind['ofDeleted'], time?: Kind['time']): Kind => ({
  ofOne: `/api/v1/${path}/id/`,
  ofAll: `/api/v1/${path}/bulk?`,
  table,
  shared: Object.keys(table),
  time,
  ofDeleted,
});
const ALL_LOCATION_FIELDS = { ...TABLES.bulkLocation, ...ON_REQUEST };
const KINDS: readonly Kind[] = [
  kind('device/datausage', TABLES.datausage, (answers, id) => answers.dataUsage(id), 'start'),
  kind('device/screentime', TABLES.screentime, (answers, id) => answers.screenTime(id), 'start'),
  kind('device/app', TABLES.application, () => []),
  {
    ...kind('device-location', ALL_LOCATION_FIELDS, (answers, id) => answers.locations(id), 'created_at'),
    ofAll: `/api/v1/device-location/bulk?fields=${Object.keys(ALL_LOCATION_FIELDS).join(',')}`,
    shared: [...Object.keys(TABLES.location), 'device_id'],
  },
];

const app = appWith();

/** Some fields of each record, in an order of the records that is always the same. */
const asSet = (rows: readonly ExportRecord[], names: readonly string[]): string[] =>
  rows.map((row) => JSON.stringify(names.map((name) => row[name]))).sort();

/** The fields in their order: objects with other orders are equal to jest. */
const inOrder = (rows: readonly ExportRecord[]): [string, unknown][][] =>
  rows.map((row) => Object.entries(row));

class Enterprise {
  private constructor(
    private readonly all: Export,
    private readonly client: ApiClient,
    private readonly answers: ExpectedAnswers,
    private readonly record: ExportRecord,
  ) {}

  static async of(all: Export, record: ExportRecord): Promise<Enterprise> {
    const id = record.id as string;
    return new Enterprise(all, await app.customer(id), new ExpectedAnswers(all, id), record);
  }

  /** The device list in every format. */
  async checkList(): Promise<void> {
    const rows = await this.inEveryFormat('/api/v1/device/?', TABLES.listItem);
    expect(inOrder(rows)).toEqual(inOrder(this.answers.list()));
  }

  async check(kind: Kind, days: Days): Promise<void> {
    const query = kind.time ? `&${new URLSearchParams({ ...days }).toString()}` : '';
    const rows = await this.inEveryFormat(`${kind.ofAll}${query}`, kind.table);
    const calls = this.devices.map((device) => this.ofDevice(kind, device, days, query));
    const together = (await Promise.all(calls)).flat();
    expect(asSet(rows, kind.shared)).toEqual(asSet(together, kind.shared));
  }

  private get devices(): readonly ExportRecord[] {
    return this.all.devices.filter(({ enterprise_id }) => enterprise_id === this.record.id);
  }

  private async ofDevice(
    kind: Kind,
    device: ExportRecord,
    days: Days,
    query: string,
  ): Promise<ExportRecord[]> {
    const id = device.id as string;
    const rows =
      device.status === 'DELETED'
        ? kind
            .ofDeleted(this.answers, id)
            .filter((row) => isWithin(row[kind.time ?? ''], days.startdate, days.enddate))
        : await this.client.list(`${kind.ofOne}${encodeURIComponent(id)}?${query}`);
    return rows.map((row) => ({ ...row, device_id: id }));
  }

  /** The rows of the answer, which are the same in all formats. */
  private async inEveryFormat(address: string, table: FieldTable): Promise<ExportRecord[]> {
    const answers = await Promise.all(
      FORMATS.map(async (format) => {
        const received = await this.client.get(`${address}&format=${format}`);
        expect({ format, status: received.status }).toEqual({ format, status: 200 });
        return { format, rows: await readRows(format, received, table, this.record.time_zone as string) };
      }),
    );
    const [json] = answers;
    for (const { format, rows } of answers)
      expect({ format, rows: inOrder(rows) }).toEqual({ format, rows: inOrder(json!.rows) });
    return json!.rows;
  }
}

const someDays = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: Date.UTC(2026, 1, 25), max: Date.UTC(2026, 3, 3) }),
      fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2050, 0, 1) }),
    ),
    fc.oneof(fc.nat(3), fc.nat(365)),
  )
  .map(([at, more]): Days => {
    const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
    return { startdate: day(at), enddate: day(at + more * 86_400_000) };
  });

it('One call over the fleet holds what the calls for its devices hold together, and the same in every format', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      anExport(() => `${++round}`),
      someDays,
      async (all, days) => {
        await app.load(all);
        for (const record of all.enterprises) {
          const enterprise = await Enterprise.of(all, record);
          await enterprise.checkList();
          for (const kind of KINDS) await enterprise.check(kind, days);
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);
