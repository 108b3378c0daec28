import fc from 'fast-check';
import { appWith } from '../../kit/app/app-with.js';
import type { ApiClient } from '../../kit/http/api-client.js';
import type { Export, ExportRecord } from '../../kit/app/builders.js';
import { ExpectedAnswers } from '../../kit/specification/expected-answers.js';
import { anExport } from '../../kit/specification/random-export.js';
import {
  addressOf,
  bothAddresses,
  FLEET_FORMS,
  PATH_FORMS,
  type PathForm,
} from '../../kit/specification/specification.js';

const RUNS = 8;

const app = appWith();

const ofDevices = (records: ExportRecord[][]): ExportRecord[][] => byDevice(records.flat());

/** What the form must answer for the device. */
function expected(form: PathForm, answers: ExpectedAnswers, deviceId: string): unknown {
  switch (form.path) {
    case '/api/v1/device/datausage/bulk':
      return ofDevices(answers.fleet('datausage', '2026-03-01', '2026-03-31'));
    case '/api/v1/device/screentime/bulk':
      return ofDevices(answers.fleet('screentime', '2026-03-01', '2026-03-31'));
    case '/api/v1/device/app/bulk':
      return ofDevices(answers.fleet('applications'));
  }
  if (form.path.endsWith('/bulk')) return answers.bulk('2026-03-01', '2026-03-31');
  switch (form.scope) {
    case 'device:GetList':
      return answers.list();
    case 'device:GetDetail':
      return answers.detail(deviceId);
    case 'device:GetDataUsage':
      return answers.dataUsage(deviceId);
    case 'device:GetScreenTime':
      return answers.screenTime(deviceId);
    case 'device:GetApplication':
      return answers.applications(deviceId);
    case 'device:GetLocation':
      return answers.locations(deviceId);
  }
}

async function expectEveryAnswer(
  client: ApiClient,
  answers: ExpectedAnswers,
  deviceId: string,
): Promise<void> {
  for (const form of PATH_FORMS) {
    const received = await Promise.all(bothAddresses(form, deviceId).map((address) => client.get(address)));
    expect(received.map(({ status }) => status)).toEqual([200, 200]);
    const bodies = received.map(({ body }) => body);
    expect(bodies[1]).toBe(bodies[0]);
    const answer = JSON.parse(bodies[0]!) as ExportRecord[];
    expect({ path: form.path, answer: isFleet(form) ? byDevice(answer) : answer }).toEqual({
      path: form.path,
      answer: expected(form, answers, deviceId),
    });
  }
}

const isFleet = ({ path }: PathForm): boolean => FLEET_FORMS.some((form) => form.path === path);

/** One run of records for each device, whatever the order of the devices: one that comes in two runs shows. */
function byDevice(records: readonly ExportRecord[]): ExportRecord[][] {
  const runs: ExportRecord[][] = [];
  for (const record of records) {
    const run = runs.at(-1);
    if (run?.[0]?.device_id === record.device_id) run!.push(record);
    else runs.push([record]);
  }
  const idOf = (run: ExportRecord[]): string => String(run[0]!.device_id);
  return runs.sort((one, other) => Buffer.compare(Buffer.from(idOf(one)), Buffer.from(idOf(other))));
}

async function expectAbsent(client: ApiClient, deviceId: string): Promise<void> {
  for (const form of PATH_FORMS.filter(({ path }) => path.includes(':id')))
    await client.problem(addressOf(form, deviceId), 404, 'device_not_found');
}

async function checkEnterprise(all: Export, { id }: ExportRecord): Promise<void> {
  const enterpriseId = id as string;
  const client = await app.customer(enterpriseId);
  const answers = new ExpectedAnswers(all, enterpriseId);
  const own = all.devices.filter((device) => device.enterprise_id === enterpriseId);
  for (const device of own) {
    if (device.status === 'DELETED') await expectAbsent(client, device.id as string);
    else await expectEveryAnswer(client, answers, device.id as string);
  }
  const shown = new Set(answers.devices.map((device) => device.id));
  const foreign = all.devices.find((device) => !shown.has(device.id));
  if (foreign) await expectAbsent(client, foreign.id as string);
}

it('comes out of every endpoint and path form as it went in through the importer', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      anExport(() => `${++round}`),
      async (all) => {
        await app.load(all);
        await app.load(all); // "Loading the same file again changes nothing"
        for (const enterprise of all.enterprises) await checkEnterprise(all, enterprise);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);
