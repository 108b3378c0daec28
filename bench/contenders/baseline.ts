/** A handwritten server without framework, limits or logs. It runs the product's queries and returns identical bytes. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createPool, type PoolConnection, type RowDataPacket } from 'mysql2';
import { instantsOfDays, parseDay, type InstantRange } from '../../src/time/days.js';
import { ZonedTime } from '../../src/time/zoned-time.js';
import type { SeededEnterprise } from '../database/fleet.js';
import type { SeededKey } from '../database/seed.js';

type Columns = (string | number | null)[];
type Writer = (row: Columns, enterprise: SeededEnterprise, device: string) => string;

const [, , url = '', port = '', keysFile = ''] = process.argv;
const pool = createPool({ uri: url, connectionLimit: 12, timezone: 'Z', charset: 'utf8mb4' });
pool.on('connection', (connection) => {
  connection.query('SET SESSION in_predicate_conversion_threshold = 0'); // One index dive for each device of a list
});
const keys = new Map(
  (JSON.parse(readFileSync(keysFile, 'utf8')) as SeededKey[]).map(({ key, enterprise }) => [key, enterprise]),
);

const LIST = `SELECT d.id, d.created_at, d.updated_at, d.last_connect, d.imei, d.token, d.policy_id, d.play_emm_token, d.fcm_token, d.management_mode,
  d.dpc_version, d.dpc_version_code, d.status, d.model, d.brand, d.android_version, d.last_battery_update, d.remaining_battery, d.battery_health,
  d.last_storage_update, d.remaining_storage, d.storage_capacity, d.manifest, d.device_info, d.policy_name FROM devices d
  WHERE d.enterprise_key = ? AND d.status <> 'DELETED' ORDER BY d.id`;
const DETAIL = `SELECT d.id, d.created_at, d.updated_at, d.last_connect, d.imei, d.policy_id, d.management_mode, d.dpc_version, d.dpc_version_code,
  d.status, d.model, d.brand, d.android_version, d.imsi1, d.operator1, d.last_battery_update, d.remaining_battery, d.battery_health, d.last_storage_update,
  d.remaining_storage, d.storage_capacity, d.last_location_update, d.last_location, d.manifest, d.device_info, d.wifi_mac_address, d.policy_name FROM devices d
  WHERE d.enterprise_key = ? AND d.id = ? AND d.status <> 'DELETED'`;
const PRESENCE = `SELECT d.device_key FROM devices d WHERE d.enterprise_key = ? AND d.id = ? AND d.status <> 'DELETED'`;
const ofDevice = (columns: string, table: string, order: string): string =>
  `SELECT ${columns} FROM ${table} r WHERE r.enterprise_key = ? AND r.device_key = (${PRESENCE}) ORDER BY ${order}`;
const USAGE = ofDevice(
  'r.id, r.created_at, r.package_name, r.mobile, r.wifi, r.start_at, r.end_at',
  'data_usage',
  'r.start_at, r.id',
);
const LOCATIONS = ofDevice(
  'r.created_at, r.imei, r.accuracy, r.altitude, r.lat, r.lng, r.provider, r.geofence_id, r.inside_geofence, r.using_mock_location',
  'locations',
  'r.created_at, r.id',
);
const BULK = `SELECT l.id, l.accuracy, l.created_at, l.imei, l.lat, l.lng, l.provider, l.inside_geofence, l.using_mock_location FROM locations l
  WHERE l.enterprise_key = ? AND l.created_at >= ? AND l.created_at < ? ORDER BY l.created_at, l.id`;
const DEVICES = `SELECT d.device_key, d.id FROM devices d WHERE d.enterprise_key = ?`;
const FLEET_USAGE = `SELECT r.id, r.created_at, r.package_name, r.mobile, r.wifi, r.start_at, r.end_at, r.device_key FROM data_usage r
  WHERE r.enterprise_key = ? AND r.device_key IN (?) AND r.start_at >= ? AND r.start_at < ? ORDER BY r.device_key, r.start_at, r.id`;

const text = JSON.stringify;
const flag = (value: unknown): string => (value === null ? 'null' : value === 0 ? 'false' : 'true');
const at = (value: unknown, zone: string): string =>
  value === null ? 'null' : `"${ZonedTime.of(zone).format(value as number)}"`;

const listItem: Writer = (r, { id, timeZone: z }) =>
  `{"id":${text(r[0])},"created_at":${at(r[1], z)},"updated_at":${at(r[2], z)},"last_connect":${at(r[3], z)},"imei":${text(r[4])},"token":${text(r[5])},"enterprise_id":${text(id)},"policy_id":${text(r[6])},"play_emm_token":${text(r[7])},"fcm_token":${text(r[8])},"management_mode":${text(r[9])},"dpc_version":${text(r[10])},"dpc_version_code":${r[11]},"status":${text(r[12])},"model":${text(r[13])},"brand":${text(r[14])},"android_version":${text(r[15])},"last_battery_update":${at(r[16], z)},"remaining_battery":${r[17]},"battery_health":${text(r[18])},"last_storage_update":${at(r[19], z)},"remaining_storage":${r[20]},"storage_capacity":${r[21]},"manifest":${r[22]},"device_info":${r[23]},"policy_name":${text(r[24])}}`;
const detail: Writer = (r, { id, timeZone: z }) =>
  `{"id":${text(r[0])},"created_at":${at(r[1], z)},"updated_at":${at(r[2], z)},"last_connect":${at(r[3], z)},"imei":${text(r[4])},"enterprise_id":${text(id)},"policy_id":${text(r[5])},"management_mode":${text(r[6])},"dpc_version":${text(r[7])},"dpc_version_code":${r[8]},"status":${text(r[9])},"model":${text(r[10])},"brand":${text(r[11])},"android_version":${text(r[12])},"imsi1":${text(r[13])},"operator1":${text(r[14])},"last_battery_update":${at(r[15], z)},"remaining_battery":${r[16]},"battery_health":${text(r[17])},"last_storage_update":${at(r[18], z)},"remaining_storage":${r[19]},"storage_capacity":${r[20]},"last_location_update":${at(r[21], z)},"last_location":${r[22]},"manifest":${r[23]},"device_info":${withMac(r[24] as string, r[25] as string)},"policy_name":${text(r[26])}}`;
const usage: Writer = (r, { timeZone: z }, d) =>
  `{"id":${r[0]},"created_at":${at(r[1], z)},"device_id":${text(d)},"package_name":${text(r[2])},"mobile":${r[3]},"wifi":${r[4]},"start":${at(r[5], z)},"end":${at(r[6], z)}}`;
const location: Writer = (r, { timeZone: z }) =>
  `{"created_at":${at(r[0], z)},"imei":${text(r[1])},"accuracy":${r[2]},"altitude":${r[3]},"lat":${r[4]},"lng":${r[5]},"provider":${text(r[6])},"geofence_id":${text(r[7])},"inside_geofence":${flag(r[8])},"using_mock_location":${flag(r[9])}}`;
const bulk: Writer = (r, { timeZone: z }) =>
  `{"id":${r[0]},"accuracy":${r[1]},"created_at":${at(r[2], z)},"imei":${text(r[3])},"lat":${r[4]},"lng":${r[5]},"provider":${text(r[6])},"inside_geofence":${flag(r[7])},"using_mock_location":${flag(r[8])}}`;

function withMac(deviceInfo: string, mac: string): string {
  const place = deviceInfo.lastIndexOf('},"gsm":{');
  return `${deviceInfo.slice(0, place)},"macAddress":${text(mac)}${deviceInfo.slice(place)}`;
}

function send(response: ServerResponse, status: number, json: string): void {
  const body = Buffer.from(json);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body);
}

/** Responds with all rows in memory. A prepared statement is fastest for one row, a plain query for many. */
function respond(
  response: ServerResponse,
  [sql, values]: [string, (string | number)[]],
  toJson: (rows: Columns[]) => string | undefined,
  method: 'query' | 'execute',
): void {
  pool[method]<RowDataPacket[][]>({ sql, values, rowsAsArray: true }, (error, rows) => {
    const json = error ? undefined : toJson(rows as unknown as Columns[]);
    if (json === undefined) send(response, error ? 500 : 404, '{}');
    else send(response, 200, json);
  });
}

async function stream(
  response: ServerResponse,
  [sql, values]: [string, (string | number | number[])[]],
  toJson: (row: Columns) => string,
): Promise<void> {
  const connection = await new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, free) => (error ? reject(error) : resolve(free)));
  });
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  let chunk = '[';
  let separator = '';
  const rows: AsyncIterable<Columns> = connection
    .query({ sql, values, rowsAsArray: true })
    .stream({ highWaterMark: 500 });
  for await (const row of rows) {
    chunk += separator + toJson(row);
    separator = ',';
    if (chunk.length < 65_536) continue;
    const text = chunk;
    chunk = '';
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`${chunk}]`);
  connection.release();
}

async function streamUsage(
  response: ServerResponse,
  enterprise: SeededEnterprise,
  { from, until }: InstantRange,
): Promise<void> {
  const [rows] = await pool
    .promise()
    .query<RowDataPacket[][]>({ sql: DEVICES, values: [enterprise.key], rowsAsArray: true });
  const ids = new Map(rows as unknown as [number, string][]);
  await stream(response, [FLEET_USAGE, [enterprise.key, [...ids.keys()], from, until]], (row) =>
    usage(row, enterprise, ids.get(row[7] as number)!),
  );
}

function daysOf(query: string, { timeZone }: SeededEnterprise): InstantRange {
  const days = new URLSearchParams(query);
  const first = parseDay(days.get('startdate')!)!;
  const last = parseDay(days.get('enddate')!)!;
  return instantsOfDays(first, last, ZonedTime.of(timeZone));
}

function route(request: IncomingMessage, response: ServerResponse): void {
  const enterprise = keys.get(request.headers.authorization?.slice(7) ?? '');
  if (!enterprise) {
    send(response, 401, '{}');
    return;
  }
  const [path = '', query = ''] = request.url!.split('?');
  const { key } = enterprise;
  const device = path.slice(path.lastIndexOf('/') + 1);
  const array = (writer: Writer) => (rows: Columns[]) =>
    rows.length === 0 ? undefined : `[${rows.map((row) => writer(row, enterprise, device)).join(',')}]`;
  if (path === '/api/v1/device') {
    void stream(response, [LIST, [key]], (row) => listItem(row, enterprise, ''));
  } else if (path.startsWith('/api/v1/device/id/')) {
    respond(response, [DETAIL, [key, device]], ([row]) => row && detail(row, enterprise, device), 'execute');
  } else if (path.startsWith('/api/v1/device/datausage/id/')) {
    respond(response, [USAGE, [key, key, device]], array(usage), 'query');
  } else if (path.startsWith('/api/v1/device-location/id/')) {
    respond(response, [LOCATIONS, [key, key, device]], array(location), 'query');
  } else if (path === '/api/v1/device-location/bulk') {
    const { from, until } = daysOf(query, enterprise);
    void stream(response, [BULK, [key, from, until]], (row) => bulk(row, enterprise, ''));
  } else if (path === '/api/v1/device/datausage/bulk') {
    void streamUsage(response, enterprise, daysOf(query, enterprise));
  } else {
    send(response, 404, '{}');
  }
}

createServer(route).listen(Number(port), '127.0.0.1');
