import { SeededRandom } from '../../demo/seed/seeded-random.js';
import type { Value } from '../../src/database/rows/reader.js';
import type { DeviceInfoDto, ManifestDto } from '../../src/modules/devices/device-parts.dto.js';
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
const imsiOf = (deviceKey: number): string => `26201${String(deviceKey).padStart(10, '0')}`;
const policyOf = (deviceKey: number): string => `policy-${deviceKey % 12}`;

const TOKEN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function* deviceRows(enterprises: readonly SeededEnterprise[]): Generator<Value[]> {
  for (const enterprise of enterprises) {
    for (let device = 1; device <= enterprise.devices; device++) yield deviceRow(enterprise, device);
  }
}

function deviceRow(enterprise: SeededEnterprise, device: number): Value[] {
  const at = FIRST_DAY - (device % 700) * DAY_MS - device * 1013;
  const lastLocation =
    '{"lat":52.51634,"lng":13.37767,"accuracy":4.8,"altitude":78.4,"provider":"gps","caller":"LocationManager","inside_geofence":true,"geofence_id":"depot-berlin"}';
  const random = new SeededRandom('device', enterprise.key, device);
  const fcmToken = `${random.text(22, TOKEN_LETTERS)}:APA91b${random.text(134, TOKEN_LETTERS)}`;
  const manifest = JSON.stringify(manifestOf(enterprise, device));
  const info = JSON.stringify(deviceInfoOf(device, fcmToken, random));
  return [
    ...[enterprise.key, deviceId(device), device, at, at + DAY_MS, at + 2 * DAY_MS, imeiOf(device)],
    ...[random.text(43, TOKEN_LETTERS), policyOf(device), random.text(64, TOKEN_LETTERS), fcmToken],
    ...['FULLY_MANAGED', '4.21.0', 4210, 'ACTIVE', 'SM-G556B', 'samsung', '14'],
    ...[imsiOf(device), 'Telekom.de', at + 3 * DAY_MS, device % 101, 'GOOD', at + 3 * DAY_MS],
    ...[(device % 1190) / 10 + 0.25, 119.2, at + DAY_MS, lastLocation, manifest, info],
    ...['02:00:00:5e:10:ff', 'Fahrer Süd'],
    BEFORE_FEEDS,
  ];
}

function manifestOf(enterprise: SeededEnterprise, device: number): ManifestDto {
  return {
    emm_id: `LC02${enterprise.id}`,
    enterprise_id: enterprise.id,
    enterprise_color: '#0b5394',
    enterprise_logo: 'https://assets.havelwerk.example/logo.png',
    enterprise_contact: 'it-service@havelwerk.example',
    enterprise_name: 'Havelwerk Logistik GmbH',
    eula_url: '',
    policy_id: policyOf(device),
    server_url: 'https://mdm.example.com',
    onboarding_url: `https://mdm.example.com/onboarding/${enterprise.id}`,
    management_mode: 'FULLY_MANAGED',
  };
}

/** In the form that the importer stores. */
function deviceInfoOf(device: number, fcmToken: string, random: SeededRandom): DeviceInfoDto {
  return {
    fcm_token: fcmToken,
    batteryInfo: { capacity: `${device % 101} %`, chargeMedia: '', charging: 'false', health: 'GOOD' },
    certificate: [],
    deviceSettings: {
      adbEnabled: false,
      developmentSettingsEnabled: false,
      encryptionStatus: 'ACTIVE_PER_USER',
      isEncrypted: true,
      verifyAppsEnabled: true,
    },
    hardwareInfo: {
      brand: 'samsung',
      deviceBasebandVersion: 'G556BXXS4AXK1',
      hardware: 's5e8535',
      manufacturer: 'samsung',
      model: 'SM-G556B',
      serialNumber: `R5CX${random.text(7, TOKEN_LETTERS)}`,
    },
    imei: imeiOf(device),
    imsi1: imsiOf(device),
    imsi2: '',
    memoryInfo: { totalInternalStorage: '128000000000', totalRam: '5872025600' },
    networkInfo: {
      active_network: 'WIFI',
      wifi: {
        ssid: 'depot "Süd"',
        ip: `10.20.4.${device % 250}`,
        strength: `-${random.integer(44, 71)} dBm`,
      },
      gsm: { gsm1: { imsi: imsiOf(device), operator: 'Telekom.de', strength: '-89 dBm' } },
    },
    operator1: 'Telekom.de',
    operator2: '',
    softwareInfo: {
      androidDevicePolicyVersionCode: 4210,
      androidDevicePolicyVersionName: '4.21.0',
      androidSdk: '34',
      androidVersion: '14',
      androidVersionDetail: '14 (UP1A.231005.007.G556BXXS4AXK1, security patch 2026-05-01)',
      primaryLanguageCode: 'de-DE',
    },
    storageInfo: {
      memoryCapacity: '5,9 GB',
      memoryUsage: '61,3 %',
      remainingStorage: '74,2 GB',
      storageCapacity: '119,2 GB',
      storageUsage: '37,8 %',
    },
  };
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
