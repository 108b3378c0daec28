import { isDeepStrictEqual } from 'node:util';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  type Export,
  type ExportRecord,
} from '../../kit/app/builders.js';
import { ExpectedAnswers } from '../../kit/specification/expected-answers.js';
import { newCustomer } from '../../faults/stage/fixtures.js';
import { send } from '../../faults/stage/load/client.js';
import { insistOnImport } from './import-records.js';

/** Enterprises in which nothing changes, with devices of the same ids and other values. */
const ZONES = { north: 'Europe/Berlin', south: 'Australia/Lord_Howe', west: 'America/St_Johns' };
/** Of them one that a key is tried with which somebody may have removed. */
export const TRIED = 'north';
const DEVICES = 12;
const OF_EACH = 8;

const MARCH = 'startdate=2026-03-01&enddate=2026-03-31';

/** A request whose answer is known to the byte. */
export interface KnownRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Brings the data into a database that has none. */
export async function loadKnownFleet(env: NodeJS.ProcessEnv): Promise<Export> {
  const all = knownExport();
  await insistOnImport(all as unknown as Record<string, object[]>, env);
  return all;
}

/** What customers ask, each with what the specification has them get: what it first is, byte for byte, it must remain. */
export async function knownRequests(all: Export, port: number): Promise<KnownRequest[]> {
  const known: KnownRequest[] = [];
  for (const enterprise of Object.keys(ZONES)) {
    const headers = await newCustomer(port, enterprise);
    for (const [path, expected] of expectedOf(new ExpectedAnswers(all, enterprise))) {
      const { status, body } = await send(port, path, { headers });
      if (status !== 200 || !isDeepStrictEqual(JSON.parse(body), expected))
        throw new Error(`${enterprise} ${path}: ${status} ${body.slice(0, 500)}`);
      known.push({ path, headers, body });
    }
  }
  return known;
}

function expectedOf(answers: ExpectedAnswers): [path: string, expected: unknown][] {
  const ofDevices = answers.devices.flatMap(({ id }): [string, unknown][] => {
    const device = id as string;
    return [
      [`/api/v1/device/id/${device}`, answers.detail(device)],
      [`/api/v1/device/datausage/id/${device}`, answers.dataUsage(device)],
      [`/api/v1/device/screentime/id/${device}`, answers.screenTime(device)],
      [`/api/v1/device/app/id/${device}`, answers.applications(device)],
      [`/api/v1/device-location/id/${device}`, answers.locations(device)],
    ];
  });
  return [
    ...ofDevices,
    ['/api/v1/device/', answers.list()],
    [`/api/v1/device-location/bulk?${MARCH}`, answers.bulk('2026-03-01', '2026-03-31')],
  ];
}

function knownExport(): Export {
  const names = Object.keys(ZONES);
  const each = (
    build: (over: ExportRecord) => ExportRecord,
    values: (serial: number) => ExportRecord,
  ): ExportRecord[] => {
    let serial = 0;
    return names.flatMap((enterprise_id) =>
      deviceIds.flatMap((device_id) =>
        Array.from({ length: OF_EACH }, () => build({ enterprise_id, device_id, ...values(++serial) })),
      ),
    );
  };
  return {
    enterprises: Object.entries(ZONES).map(([id, time_zone]) => anEnterprise({ id, name: id, time_zone })),
    devices: names.flatMap((enterprise_id) =>
      deviceIds.map((id) => aDevice({ id, enterprise_id, model: `${enterprise_id} ${id}` })),
    ),
    datausage: each(aDataUsage, (serial) => ({ id: serial, start: instant(serial), wifi: serial })),
    screentime: each(aScreenTime, (serial) => ({ id: serial, start: instant(serial), screentime: serial })),
    applications: each(anApplication, (serial) => ({ ID: serial, versionCode: serial })),
    locations: each(aLocation, (serial) => ({ id: serial, created_at: instant(serial), altitude: serial })),
  };
}

const deviceIds = Array.from({ length: DEVICES }, (_none, at) => `device-${at}`);
/** In March, some minutes apart: the zones have their clocks changed then, or not. */
const instant = (serial: number): string => new Date(Date.UTC(2026, 2, 2) + serial * 8_000_000).toISOString();
