import { appWith } from '../kit/app/app-with.js';
import { ask } from '../kit/database/throwaway.js';
import {
  aDataUsage,
  aDevice,
  aDeviceInfo,
  aLastLocation,
  aLocation,
  anEnterprise,
  ENTERPRISE_ID,
} from '../kit/app/builders.js';
import { forgetConnections, send, sendBytes } from '../kit/http/http.js';
import { whenAdmitted } from '../kit/process/patience.js';
import { Service } from '../kit/process/service.js';

/** Made-up secrets of every kind, each to be told from all else. */
const SECRETS = {
  adminToken: 'canary-admin-token-0123456789abcdefghij',
  pepper: 'canary-key-pepper-0123456789abcdefghijk',
  password: 'canarydatabasepassword',
  wrongKey: 'canary-wrong-key',
  wrongAdminToken: 'canary-wrong-admin-token-0123456789abc',
  token: 'canary-device-token',
  playEmmToken: 'canary-play-emm-token',
  fcmToken: 'canary-fcm-token',
  innerFcmToken: 'canary-inner-fcm-token',
  imei: '490154203237518',
  latitude: '48.8583701',
  longitude: '2.2944813',
  device: 'canary-device',
  query: 'canary-query',
} as const;

const DAYS = 'startdate=2026-03-29&enddate=2026-03-29';
const PATHS = [
  '/api/v1/device/',
  `/api/v1/device/id/${SECRETS.device}`,
  `/device/${SECRETS.device}/datausage`,
  `/api/v1/device/screentime/id/${SECRETS.device}`,
  `/api/v1/device-location/id/${SECRETS.device}`,
  `/api/v1/device-location/bulk?${DAYS}`,
  `/api/v1/device/id/${SECRETS.device}-nowhere`,
  `/api/v1/device/?${SECRETS.query}=${SECRETS.token}`,
  `/nowhere/${SECRETS.token}`,
  `/api/v1/device/id/%${SECRETS.token}`,
];

const location = { lat: Number(SECRETS.latitude), lng: Number(SECRETS.longitude) };
const { device, imei, token } = SECRETS;
const app = appWith(
  {
    enterprises: [anEnterprise()],
    devices: [
      aDevice({
        id: device,
        imei,
        token,
        play_emm_token: SECRETS.playEmmToken,
        fcm_token: SECRETS.fcmToken,
        device_info: aDeviceInfo({ fcm_token: SECRETS.innerFcmToken, imei }),
        last_location: aLastLocation(location),
      }),
    ],
    datausage: [aDataUsage({ device_id: device })],
    locations: [aLocation({ device_id: device, imei, ...location })],
  },
  { KEY_PEPPER: SECRETS.pepper },
);

describe('The log at level debug', () => {
  let service: Service;
  let user: string | undefined;
  let keys: string[];

  beforeAll(async () => {
    const { key } = await app.createKey(ENTERPRISE_ID);
    keys = [key];
    service = await Service.start({
      DATABASE_URL: await urlWithPassword(),
      ADMIN_TOKEN: SECRETS.adminToken,
      KEY_PEPPER: SECRETS.pepper,
      LOG_LEVEL: 'debug',
    });
  });
  afterAll(async () => {
    await service.stop();
    forgetConnections();
    if (user !== undefined) await ask(serverUrl(), `DROP USER '${user}'@'%'`);
  });

  const serverUrl = () => process.env.TEST_MYSQL_URL ?? '';

  /** The database under a user of its own, who has a password. */
  async function urlWithPassword(): Promise<string> {
    const { database } = app.config;
    if (database.engine === 'sqlite') return `sqlite:${database.file}`;
    user = `canary${process.pid}`;
    const url = new URL(database.url);
    await ask(serverUrl(), `CREATE USER '${user}'@'%' IDENTIFIED BY '${SECRETS.password}'`);
    await ask(serverUrl(), `GRANT ALL ON \`${url.pathname.slice(1)}\`.* TO '${user}'@'%'`);
    url.username = user;
    url.password = SECRETS.password;
    return url.href;
  }

  async function askEverything(key: string): Promise<number[]> {
    const statuses = [];
    for (const path of PATHS) {
      const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID };
      statuses.push((await whenAdmitted(() => send(service.url, { path, headers }))).status);
    }
    return statuses;
  }

  async function administer(token: string): Promise<number[]> {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-enterprise-id': ENTERPRISE_ID,
      'content-type': 'application/json',
    };
    const path = '/internal/v1/api-keys';
    const body = '{"application":"Canary","scopes":["device:GetList"]}';
    const made = await send(service.url, { method: 'POST', path, headers, body });
    const again = await send(service.url, { method: 'POST', path, headers, body });
    const broken = await send(service.url, { method: 'POST', path, headers, body: `{"${SECRETS.token}` });
    if (made.status === 201) keys.push((JSON.parse(made.body) as { key: string }).key);
    return [made.status, again.status, broken.status];
  }

  it('holds no secret, whatever is asked and whatever fails', async () => {
    const [key = ''] = keys;
    expect(await askEverything(key)).toEqual([200, 200, 200, 200, 200, 200, 404, 400, 404, 400]);
    expect(await askEverything(SECRETS.wrongKey)).toContain(401);
    expect(await administer(SECRETS.adminToken)).toEqual([201, 409, 400]);
    expect(await administer(SECRETS.wrongAdminToken)).toContain(401);
    await sendBytes(
      service.url,
      `GET /${SECRETS.token} HTTP/9.9\r\nAuthorization: ${SECRETS.wrongKey}\r\n\r\n`,
    );

    for (const table of ['devices', 'audit_heads', 'locations', 'api_keys']) {
      await app.dataSource.query(`ALTER TABLE ${table} RENAME TO gone_${table}`);
      expect(await askEverything(key)).toEqual(expect.arrayContaining([expect.any(Number)]));
      await administer(SECRETS.adminToken);
    }
    await service.stop();

    expect(service.said).toContain('"level":"debug"');
    expect(service.said).toContain('internal_error');
    for (const [kind, secret] of [...Object.entries(SECRETS), ...keys.map((one) => ['key', one] as const)])
      expect({ kind, seen: service.said.includes(secret) }).toEqual({ kind, seen: false });
  });

  it('says of every request which it was, whose, how it ended, how long it took and how large it was', () => {
    const lines = service.log.filter(({ msg }) => msg === 'request');
    const answered = lines.find(({ route, status }) => route === '/api/v1/device/id/:id' && status === 200);
    expect(answered).toMatchObject({
      request_id: expect.any(String) as string,
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      enterprise: ENTERPRISE_ID,
      method: 'GET',
      status: 200,
      ms: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
      rows: 1,
    });
    const failed = lines.find(({ status }) => status === 500);
    expect(service.log.find(({ msg }) => msg === 'internal_error')).toMatchObject({
      request_id: failed?.request_id,
      route: failed?.route,
      key_id: failed?.key_id,
      enterprise: ENTERPRISE_ID,
      status: 500,
    });
  });
});
