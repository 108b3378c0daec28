import fc from 'fast-check';
import { appWith } from '../kit/app/app-with.js';
import type { Export, ExportRecord } from '../kit/app/builders.js';
import { FORMATS, readRows } from '../kit/formats/read-rows.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { ExpectedResponses } from '../kit/specification/expected-responses.js';
import { anExport } from '../kit/specification/random-export.js';
import {
  addressOf,
  bothAddresses,
  FLEET_FORMS,
  isFleet,
  isOne,
  PATH_FORMS,
  withQuery,
  type PathForm,
} from '../kit/specification/specification.js';

// docs/contract.md, 1.2, 2.10 and 2.11

const RUNS = 8;

type Days = readonly [startdate: string, enddate: string];

const app = appWith();

/** Compares the order of fields too, which `toEqual` ignores for objects. */
const inOrder = (rows: readonly ExportRecord[]): [string, unknown][][] =>
  rows.map((row) => Object.entries(row));

const KINDS = {
  'device:GetDataUsage': 'datausage',
  'device:GetScreenTime': 'screentime',
  'device:GetApplication': 'applications',
  'device:GetLocation': 'locations',
} as const;
const kindOf = ({ scope }: PathForm) => KINDS[scope as keyof typeof KINDS];

class Enterprise {
  private constructor(
    private readonly client: ApiClient,
    private readonly expected: ExpectedResponses,
    private readonly zone: string,
    private readonly days: Days,
  ) {}

  static async of(all: Export, { id, time_zone: zone }: ExportRecord, days: Days): Promise<Enterprise> {
    const owner = id as string;
    return new Enterprise(await app.customer(owner), new ExpectedResponses(all, owner), zone as string, days);
  }

  async check(form: PathForm): Promise<void> {
    if (isFleet(form)) await this.checkAllDevices(form);
    else for (const { id } of this.expected.devices) await this.checkDevice(form, id as string);
  }

  private async checkDevice(form: PathForm, id: string): Promise<void> {
    const [ofDevice, ofDays] = await Promise.all(
      bothAddresses(form, id).map((address) => this.client.get(address)),
    );
    expect([ofDevice!.status, ofDays!.status, ofDays!.body]).toEqual([200, 200, ofDevice!.body]);
    expect({ path: form.path, body: JSON.parse(ofDevice!.body) as unknown }).toEqual({
      path: form.path,
      body: isOne(form) ? this.expected.detail(id) : this.expected.ofDevice(kindOf(form), id),
    });
  }

  private async checkAllDevices(form: PathForm): Promise<void> {
    const { path, table, onRequest } = form;
    const [startdate, enddate] = this.days;
    const query = form.query && `startdate=${startdate}&enddate=${enddate}`;
    const fields = { ...table, ...onRequest };
    const address = withQuery(addressOf({ path, query }, ''), `fields=${Object.keys(fields).join(',')}`);
    for (const format of FORMATS) {
      const received = await this.client.get(`${address}&format=${format}`);
      expect({ path, format, status: received.status }).toEqual({ path, format, status: 200 });
      const rows = await readRows(format, received, fields, this.zone);
      const expected = this.ofAllDevices(form, rows);
      expect({ path, format, rows: inOrder(rows) }).toEqual({ path, format, rows: inOrder(expected) });
    }
  }

  private ofAllDevices(form: PathForm, rows: readonly ExportRecord[]): ExportRecord[] {
    const { scope } = form;
    if (!FLEET_FORMS.includes(form))
      return scope === 'device:GetList' ? this.expected.list() : this.expected.bulk(...this.days);
    const order = rows.map(({ device_id }) => device_id);
    const place = ([first]: ExportRecord[]): number => order.indexOf(first!.device_id);
    const devices = this.expected.fleet(kindOf(form), ...this.days);
    return devices.sort((a, b) => place(a) - place(b)).flat();
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
    return [day(at), day(at + more * 86_400_000)];
  });

it('Random exports return as they were imported, from every path and in every format', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      anExport(() => `${++round}`),
      someDays,
      async (all, days) => {
        await app.load(all);
        await app.load(all);
        for (const record of all.enterprises) {
          const enterprise = await Enterprise.of(all, record, days);
          for (const form of PATH_FORMS) await enterprise.check(form);
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);
