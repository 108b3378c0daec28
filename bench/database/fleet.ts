import { SeededRandom } from '../../demo/seed/seeded-random.js';
import type { Value } from '../../src/database/rows/reader.js';
import { Track } from './tracks.js';
import { Traffic } from './traffic.js';

/** Generates the benchmark data: realistic in size and variety, and identical in every run. */

export interface FleetSize {
  readonly devices: number;
  readonly days: number;
  readonly locations: number;
  readonly enterprises?: number;
}

export interface SeededEnterprise {
  readonly key: number;
  readonly id: string;
  readonly timeZone: string;
  readonly devices: number;
}

export const SMALL_ENTERPRISES = 30;
const SMALL_DEVICES = 170;
export const DEVICES_WITH_USAGE = 500;
const USAGE_ROWS_PER_DAY = 160 / 30;

export const FIRST_DAY = Date.UTC(2026, 4, 31, 22); // 1 June in Berlin
export const DAY_MS = 86_400_000;

export function enterprisesOf({ devices, enterprises }: FleetSize): SeededEnterprise[] {
  const zones = enterprises
    ? Array<string>(enterprises).fill('Europe/Berlin')
    : ['Europe/Berlin', 'Asia/Kathmandu'];
  const large = zones.map((timeZone, at) => ({ key: at + 1, id: `fleet-${at + 1}`, timeZone, devices }));
  if (enterprises) return large;
  const small = Array.from({ length: SMALL_ENTERPRISES }, (_, at) => ({
    key: at + 3,
    id: `small-${at + 1}`,
    timeZone: 'Europe/Berlin',
    devices: SMALL_DEVICES,
  }));
  return [...large, ...small];
}

export const BEFORE_FEEDS = 0;

export const deviceId = (deviceKey: number): string => `device-${String(deviceKey).padStart(5, '0')}`;
const imeiOf = (deviceKey: number): string => `35693803${String(deviceKey).padStart(7, '0')}`;

export function* deviceRows(enterprises: readonly SeededEnterprise[]): Generator<Value[]> {
  for (const { key, devices } of enterprises) {
    for (let device = 1; device <= devices; device++) yield deviceRow(key, device);
  }
}

function deviceRow(enterpriseKey: number, device: number): Value[] {
  const at = FIRST_DAY - (device % 700) * DAY_MS - device * 1013;
  const lastLocation =
    '{"lat":52.51634,"lng":13.37767,"accuracy":4.8,"altitude":78.4,"provider":"gps","caller":"LocationManager","inside_geofence":true,"geofence_id":"depot-berlin"}';
  return [
    ...[enterpriseKey, deviceId(device), device, at, at + DAY_MS, at + 2 * DAY_MS, imeiOf(device)],
    ...[
      `token-${device * 7919}`,
      `policy-${device % 12}`,
      `emm-${device * 104_729}`,
      `fcm-${device * 15_485}`,
    ],
    ...['FULLY_MANAGED', '4.21.0', 4210, 'ACTIVE', 'SM-G556B', 'samsung', '14'],
    ...[`26201${device}`, 'Telekom.de', at + 3 * DAY_MS, device % 101, 'GOOD', at + 3 * DAY_MS],
    ...[(device % 1190) / 10 + 0.25, 119.2, at + DAY_MS, lastLocation, manifest(device), deviceInfo(device)],
    ...['02:00:00:5e:10:ff', 'Fahrer Süd'],
    BEFORE_FEEDS,
  ];
}

function manifest(device: number): string {
  return JSON.stringify({
    name: `Enrolment ${device % 9}`,
    wifi_ssid: 'depot',
    locale: 'de_DE',
    time_zone: 'Europe/Berlin',
    enrolled_by: 'it@example.com',
  });
}

/** About 1.7 kB, as in a real list. */
function deviceInfo(device: number): string {
  const sim = { slot: 0, operator: 'Telekom.de', iccid: `8949${device}`, roaming: false, signal: -87 };
  return JSON.stringify({
    hardwareInfo: {
      board: 'exynos',
      cores: 8,
      brand: 'samsung',
      serial: `R5${device}`,
      sensors: Array(24).fill('acc'),
    },
    softwareInfo: {
      build: 'UP1A.231005.007',
      kernel: '5.15.94',
      patch: '2026-05-01',
      packages: Array(20).fill('com.example.app'),
    },
    batteryInfo: { level: device % 101, temperature: 28.5, voltage: 4100, plugged: false },
    storageInfo: { total: 119.2, free: 74.2, media: Array(12).fill(1024 * device) },
    networkInfo: {
      wifi: { ssid: 'depot "Süd"', rssi: -60 },
      gsm: { imei: imeiOf(device), sims: [sim, { ...sim, slot: 1 }] },
    },
    certificate: [],
    fcm_token: 'x'.repeat(140),
  });
}

export function* usageRows(enterprises: readonly SeededEnterprise[], days: number): Generator<Value[]> {
  for (const { key, devices } of enterprises.slice(0, 2)) {
    for (let device = 1; device <= Math.min(devices, DEVICES_WITH_USAGE); device++)
      yield* usageOfDevice(key, device, { day: 0, days, perDay: USAGE_ROWS_PER_DAY });
  }
}

export interface Period {
  readonly day: number;
  readonly days: number;
  readonly perDay: number;
}

export function* usageOfDevice(
  enterpriseKey: number,
  device: number,
  ...periods: Period[]
): Generator<Value[]> {
  const traffic = new Traffic(enterpriseKey, device);
  let id = device * 10_000;
  for (const { day, days, perDay } of periods) {
    for (let row = 0; row < Math.round(perDay * days); row++) {
      const start = FIRST_DAY + (day + Math.floor(row / perDay)) * DAY_MS;
      yield [
        ...[enterpriseKey, device, start, id++, start + DAY_MS - 1, start + DAY_MS + traffic.delay()],
        ...traffic.record(),
        BEFORE_FEEDS,
      ];
    }
  }
}

export function* locationRows(
  enterprises: readonly SeededEnterprise[],
  { days, locations, enterprises: equal }: FleetSize,
): Generator<Value[]> {
  const gap = (days * DAY_MS) / locations;
  const random = new SeededRandom('fixes');
  const lastIds = new Map<number, number>();
  const tracks = new Map<string, Track>();
  for (let at = 0; at < locations; at++) {
    const { key, devices } = enterprises[equal ? at % equal : unequalShare(at)]!;
    const id = (lastIds.get(key) ?? 5_000_000) + 1;
    lastIds.set(key, id);
    const device = 1 + ((id * 7919) % devices);
    let track = tracks.get(`${key}/${device}`);
    if (!track) tracks.set(`${key}/${device}`, (track = new Track(key, device)));
    const time = Math.floor(FIRST_DAY + (at + random.next()) * gap);
    const { accuracy, altitude, lat, lng, provider, geofence } = track.next();
    yield [
      ...[key, time, id, device, imeiOf(device), accuracy, altitude, lat, lng],
      ...[provider, geofence, geofence ? 1 : 0, 0, BEFORE_FEEDS],
    ];
  }
}

function unequalShare(at: number): number {
  const third = at % 3;
  return third < 2 ? third : 2 + (Math.floor(at / 3) % SMALL_ENTERPRISES);
}
