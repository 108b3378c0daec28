import fc from 'fast-check';
import { ERROR_KINDS } from '../../src/http/api-error.js';
import { aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID, type Export } from '../kit/app/builders.js';
import { ADMIN_TOKEN, asHeader, type TestApp } from '../kit/app/test-app.js';
import { addAdministrator, EMAIL, PASSWORD, PEOPLE } from '../kit/app/portal-app.js';
import { PortalClient } from '../kit/app/portal-client.js';
import { Authenticator, SECOND_FACTOR, allowNextCode, SIGN_IN_STEP } from '../kit/app/second-factor.js';
import { anExport } from '../kit/specification/random-export.js';
import { registeredRoutes } from '../kit/specification/registered-routes.js';
import {
  addressOf,
  bothAddresses,
  isFleet,
  isOne,
  PATH_FORMS,
  type PathForm,
  withQuery,
} from '../kit/specification/specification.js';
import { FEED_ROUTES, routeOf, snapshotPath, type FeedKind } from '../kit/sync/feed-routes.js';
import { aRecord, changed, only, deletionOf } from '../kit/sync/one-of-each.js';
import { Recorder, type Call, type Recording } from './record.js';

/** No customer calls with a key of this enterprise, so that no background write changes it. */
const INTERNAL_ID = 'globex';
const KEYS = '/internal/v1/api-keys';
const SESSION = '/portal/api/session';
const LINK = '/portal/api/link';
const UNUSUAL = fc.sample(
  anExport(() => 'odd'),
  { seed: 20260329, numRuns: 1 },
)[0]!;

/** A single request to a healthy service with default settings does not cause these error codes. */
const NOT_CAUSED =
  'address_not_allowed internal_error limit_reached rate_limited request_timeout sync_token_expired unavailable';

function fleet(): Record<keyof Export, Record<string, unknown>[]> {
  const devices = [DEVICE_ID, 'a/b', 'Gerät 2', 'gone'];
  const ofEach = (kind: FeedKind) =>
    devices.flatMap((device_id, at) =>
      [1, 2, 3].map((number) => aRecord(kind, 10 * at + number, { device_id })),
    );
  return {
    enterprises: [anEnterprise(), anEnterprise({ id: INTERNAL_ID, time_zone: 'Asia/Kathmandu' })],
    devices: [
      ...devices.map((id) => aDevice({ id, status: id === 'gone' ? 'DELETED' : 'ACTIVE' })),
      aDevice({ enterprise_id: INTERNAL_ID }),
    ],
    datausage: ofEach('datausage'),
    screentime: ofEach('screentime'),
    applications: ofEach('applications'),
    locations: ofEach('locations'),
  };
}

async function recordForm(form: PathForm, customer: Call, refused: readonly Call[]): Promise<void> {
  const [bare, slashed] = bothAddresses(form, DEVICE_ID);
  const [path = ''] = bare.split('?');
  const query = (text: string): string => withQuery(bare, text);
  const { headers: received } = await customer(bare);
  await customer(slashed);
  for (const call of refused) await call(bare);
  for (const method of ['HEAD', 'POST', 'OPTIONS', 'DELETE']) await customer(bare, { method });
  for (const encoding of ['gzip', 'br', 'identity;q=0', 'br;q=0.5, gzip;q=0.6'])
    await customer(bare, { headers: { 'accept-encoding': encoding } });
  for (const accept of ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet', 'image/png'])
    await customer(bare, { headers: { accept } });
  await customer(bare, { headers: { range: 'bytes=0-9' } });
  for (const format of isOne(form) ? ['json', 'csv'] : ['json', 'csv', 'ndjson', 'parquet', 'xml'])
    await customer(query(`format=${format}`));
  const [first = '', second = ''] = Object.keys(form.table);
  for (const fields of [
    `${second},${first}`,
    'nothing',
    '',
    `${first}&fields=${second}`,
    `${first}&fields[]=${second}`,
  ])
    await customer(query(`fields=${fields}`));
  await customer(query('unknown=1'));
  if (form.path.includes(':id')) {
    for (const id of ['a/b', 'Gerät 2', 'gone', 'unknown']) await customer(addressOf(form, id));
    await customer(path.replace(DEVICE_ID, '%ff'));
  }
  if (/datausage|screentime|location/.test(form.path))
    for (const [start, end] of ['29 29', '29', '29 28', '30 99'].map((days) => days.split(' ')))
      await customer(`${path}?startdate=2026-03-${start}${end ? `&enddate=2026-03-${end}` : ''}`);
  if (!isFleet(form)) return;
  for (const value of [
    'since=',
    'since=x',
    'since=beginning&limit=0',
    'limit=1',
    'since=beginning&limit=50001',
    'device_id=gone&device_id[]=tablet-1',
    'device_id=tablet-1&device_id=tablet-1',
    'status=ACTIVE',
  ])
    await customer(query(value));
  const headers = { 'if-none-match': String(received.etag) };
  await customer(bare, { headers, name: `${bare} with its ETag` });
  await customer(bare, { headers: { 'if-none-match': 'W/"x"' } });
}

async function recordFeeds(app: TestApp, customer: Call): Promise<void> {
  for (const route of FEED_ROUTES) {
    const { kind, path, snapshot } = route;
    const whole = await customer(snapshotPath(route), { name: `${snapshot} before the changes` });
    const token = String(whole.headers['x-sync-token']);
    for (const form of [path, `${path}/`]) await customer(form);
    for (const method of ['HEAD', 'POST']) await customer(path, { method });
    for (const value of [
      'since=',
      'since=x',
      'limit=0',
      'limit=50001',
      'startdate=2026-03-01',
      `fields=${route.id}`,
      'fields=x',
    ])
      await customer(`${path}?${value}`);
    const [changedRecord, deletedRecord] = fleet()[kind];
    await app.load(only(kind, changed(kind, changedRecord!)));
    await app.load(only(kind, deletionOf(kind, deletedRecord!)));
    for (const format of ['json', 'csv', 'ndjson', 'parquet'])
      await customer(`${path}?since=${token}&format=${format}`, {
        name: `${path} since its token as ${format}`,
      });
    const otherPath = routeOf(kind === 'devices' ? 'applications' : 'devices').path;
    await customer(`${otherPath}?since=${token}`, { name: `${otherPath} since a token of ${path}` });
    let next = 'beginning';
    for (let page = 1; page <= 5; page++) {
      const name = `${path} page ${page}`;
      const { headers } = await customer(`${path}?since=${next}&limit=3`, { name });
      next = String(headers['x-sync-token']);
    }
  }
}

async function recordSummaries(customer: Call): Promise<void> {
  const days = 'startdate=2026-03-28&enddate=2026-03-30';
  for (const kind of ['datausage', 'screentime']) {
    const path = `/api/v1/device/${kind}/summary`;
    for (const more of [
      '',
      '&group_by=device',
      '&group_by=day',
      '&limit=1',
      '&device_id=a/b&device_id[]=gone',
    ])
      await customer(`${path}?${days}${more}`);
    for (const wrong of [
      '',
      'startdate=2026-03-28',
      `${days}&limit=0`,
      `${days}&group_by=x`,
      `${days}&format=csv`,
    ])
      await customer(`${path}?${wrong}`);
    await customer(`${path}/?${days}`, { method: 'HEAD' });
    await customer(`${path}?${days}`, { headers: { accept: 'text/csv' } });
  }
  const latest = '/api/v1/device-location/latest';
  for (const format of ['json', 'csv', 'ndjson', 'parquet', 'xml'])
    await customer(`${latest}?format=${format}`);
  for (const query of ['fields=id,altitude', 'device_id=a/b&device_id=gone', 'device_id=', 'limit=1'])
    await customer(`${latest}?${query}`);
  await customer(`${latest}/`, { method: 'HEAD' });
  for (const query of ['', '?format=json', '?format=csv', '?unknown=1'])
    await customer(`/api/v1/enterprise${query}`);
  await customer('/mcp', { method: 'POST', body: {} });
}

async function recordRoutes(app: TestApp, callers: readonly Call[], admin: Call): Promise<void> {
  const routes = Object.entries(registeredRoutes(app)).filter(
    ([route, access]) => !access.startsWith('device:') && !/^GET .portal(.\*path)?$/.test(route),
  );
  const paths = new Set<string>();
  for (const [route] of routes.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [method = '', path = ''] = route
      .replace(/:id/, 'unknown')
      .replace(/[:*]\w+/, 'unknown')
      .split(' ');
    const body = /POST|PATCH/.test(method) ? {} : undefined;
    for (const call of callers) await call(path, { method, body });
    paths.add(path);
    if (method === 'GET') await admin(`${path}?unknown=1`);
    if (body === undefined) continue;
    await admin(path, { method, body: '{' });
    await admin(path, { method, body: { unknown: 1 } });
    await admin(path, { method, body: 'a=b', headers: { 'content-type': 'text/plain' } });
    await admin(path, { method, body: 'x'.repeat(70_000), name: `${path} with too much` });
  }
  for (const path of paths) await admin(path, { method: 'PUT' });
  for (const path of ['/unknown', '/api/v1/unknown', '/api/v1/device/id/%', '//', '/API/V1/device'])
    await callers[0]!(path);
  await callers[0]!('/api/v1/device', { headers: { 'x-long': 'x'.repeat(17_000) } });
}

async function recordInternal(app: TestApp, recorder: Recorder, admin: Call): Promise<void> {
  const callJson = async (method: string, path: string, body?: unknown, name?: string, call = admin) =>
    JSON.parse((await call(path, { method, body, name })).body || '{}') as Record<string, string>;
  const scopes = ['device:GetList'];
  const entry = await callJson('POST', KEYS, { application: 'Recorded', scopes, note: 'ä' });
  await callJson('POST', KEYS, { application: 'Recorded', scopes: [] });
  await callJson('POST', KEYS, { application: 'Recorded', scopes });
  const keyPath = `${KEYS}/${entry.id}`;
  const since = { paused: true, unchanged_since: '2026-01-01T00:00:00.000Z' };
  for (const [method, path, body, name] of [
    [
      'PATCH',
      '',
      { paused: true, expires_at: '2099-01-01T00:00:00Z', allowed_networks: ['10.0.0.0/8'] },
      'pause',
    ],
    ['PATCH', '', since, 'change an older state of'],
    ['DELETE', '/old-key', undefined, 'end no old key of'],
    ['POST', '/regenerate', { overlap_hours: 1 }, 'regenerate'],
    ['DELETE', '/old-key', undefined, 'end the old key of'],
    ['GET', '/calls', undefined, 'calls of'],
    ['DELETE', '', undefined, 'delete'],
  ] as const)
    await callJson(method, keyPath + path, body, `${name} a key`);

  const person = { email: 'Olga@globex.example', name: 'Olga', role: 'admin' };
  const { id, link = '' } = await callJson('POST', PEOPLE, person);
  await callJson('POST', PEOPLE, { ...person, name: 'Another' });
  await addAdministrator(app, { email: EMAIL, enterpriseId: INTERNAL_ID });
  const browser = new PortalClient(app.url);
  const portal = recorder.as('portal', {}, (sent) => browser.send(sent));
  const asPortal = (method: string, path: string, body?: unknown, name?: string) =>
    callJson(method, path, body, name, portal);
  const credentials = { email: EMAIL, password: PASSWORD };
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('link');
  await asPortal('POST', LINK, { token }, 'look at a link');
  await asPortal('POST', `${LINK}/password`, { token, password: PASSWORD }, 'use a link');
  await asPortal('POST', LINK, { token }, 'look at a used link');
  await asPortal('POST', SESSION, { ...credentials, password: 'wrong' });
  await asPortal('POST', SESSION, credentials);
  await portal(SESSION, { method: 'POST', body: credentials, headers: { 'sec-fetch-site': 'cross-site' } });
  const people = JSON.parse((await portal(PEOPLE, { name: 'everybody' })).body) as Record<string, string>[];
  const self = `${PEOPLE}/${people.find(({ email }) => email === EMAIL)?.id}`;
  await asPortal('POST', `${self}/link`, undefined, 'own link');
  await asPortal('DELETE', `${self}/second-factor`, undefined, 'own second factor');
  for (const path of Object.keys(registeredRoutes(app)))
    if (/^GET .(internal.v1|portal.api)/.test(path))
      await portal(path.slice(4).replace('api-keys/:id', 'api-keys/unknown').replace(':id', DEVICE_ID));
  await asPortal('POST', SECOND_FACTOR, { proof: 'wrong' });
  await asPortal('POST', `${SECOND_FACTOR}/off`, { proof: PASSWORD }, 'no second factor off');
  const { secret = '' } = await asPortal('POST', SECOND_FACTOR, { proof: PASSWORD });
  const codes = new Authenticator(secret);
  await asPortal(
    'POST',
    `${SECOND_FACTOR}/confirmation`,
    { code: codes.wrongCode() },
    'confirm with a wrong code',
  );
  await asPortal('POST', `${SECOND_FACTOR}/confirmation`, { code: codes.code() }, 'confirm');
  await asPortal('PATCH', '/internal/v1/settings', { second_factor_required: true, retention_days: 4000 });
  await asPortal('POST', `${SECOND_FACTOR}/off`, { proof: PASSWORD }, 'a required second factor off');
  await asPortal('PATCH', '/internal/v1/account', { name: 'Ines' });
  const weak = { present_password: PASSWORD, new_password: 'password2026' };
  await asPortal('POST', '/internal/v1/account/password', weak, 'a weak password');
  await asPortal('PATCH', '/internal/v1/settings', { data_pages: false }, 'data pages off');
  await portal('/internal/v1/data/devices', { name: 'devices while the data pages are off' });
  await asPortal('PATCH', '/internal/v1/settings', { data_pages: true }, 'data pages on');
  await asPortal('POST', `${KEYS}/lookup`, { key: 'unknown' });
  await asPortal('DELETE', SESSION);
  await asPortal('POST', SIGN_IN_STEP, { code: '000000' });
  await allowNextCode(app);
  await asPortal('POST', SESSION, credentials, 'sign in with a second factor');
  await asPortal('POST', SIGN_IN_STEP, { code: codes.wrongCode() }, 'a wrong code');
  await asPortal('POST', SIGN_IN_STEP, { code: codes.code() }, 'a code');
  await asPortal('PATCH', `${PEOPLE}/${id}`, { role: 'viewer' }, 'another role');
  await asPortal('PATCH', self, { role: 'viewer' }, 'own role');
  const otherBrowser = new PortalClient(app.url);
  const viewer = recorder.as('viewer', {}, (sent) => otherBrowser.send(sent));
  const olga = { email: 'olga@globex.example', password: PASSWORD };
  await callJson('POST', SESSION, olga, 'sign in without the second factor', viewer);
  await callJson('POST', `${SIGN_IN_STEP}/set-up`, undefined, 'set one up', viewer);
  await asPortal('PATCH', '/internal/v1/settings', { second_factor_required: false });
  await callJson('POST', SESSION, olga, 'sign in', viewer);
  await callJson('POST', KEYS, { application: 'No', scopes }, undefined, viewer);
  await asPortal('DELETE', `${PEOPLE}/${id}`, undefined, 'remove a person');
  await asPortal('DELETE', self, undefined, 'remove the last administrator');
  for (const path of [
    '/audit-events',
    '/audit-events/filters',
    '/audit-events/verification',
    '/api-keys',
    '/people',
  ])
    await admin(`/internal/v1${path}`, { name: `${path} after all changes` });
}

export async function record(app: TestApp): Promise<Recording> {
  await app.load(fleet());
  await app.load(UNUSUAL);
  const recorder = new Recorder(app);
  const caller = (name: string, token?: string, enterprise?: string): Call =>
    recorder.as(name, {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(enterprise !== undefined && { 'x-enterprise-id': asHeader(enterprise) }),
    });
  const { key } = await app.createKey(ENTERPRISE_ID);
  const anonymous = caller('anonymous');
  const admin = caller('admin', ADMIN_TOKEN, INTERNAL_ID);
  const customer = caller('customer', key, ENTERPRISE_ID);
  const noEnterprise = caller('admin-of-none', ADMIN_TOKEN);
  const ofUnknown = caller('admin-of-unknown', ADMIN_TOKEN, 'unknown');
  await recordInternal(app, recorder, admin);
  await recordRoutes(
    app,
    [anonymous, admin, noEnterprise, ofUnknown, caller('key', key, INTERNAL_ID)],
    admin,
  );
  const refused = [anonymous, caller('keyless', 'unknown', ENTERPRISE_ID), caller('key', key, 'unknown')];
  refused.push(caller('key-of-no-enterprise', key));
  for (const form of PATH_FORMS) {
    const others = PATH_FORMS.map(({ scope }) => scope).filter((scope) => scope !== form.scope);
    const unscoped = await app.createKey(ENTERPRISE_ID, [...new Set(others)]);
    await recordForm(form, customer, [...refused, caller('unscoped', unscoped.key, ENTERPRISE_ID)]);
  }
  for (const { id } of UNUSUAL.enterprises) {
    const created = await app.createKey(String(id));
    const call = caller(`customer of ${String(id)}`, created.key, String(id));
    for (const form of PATH_FORMS.filter(isFleet))
      for (const format of ['json', 'parquet'])
        await call(
          addressOf({ path: form.path, query: `format=${format}${form.query ? `&${form.query}` : ''}` }, ''),
        );
  }
  await recordSummaries(customer);
  await recordFeeds(app, customer);
  const missing = Object.keys(ERROR_KINDS).filter((code) => !recorder.codes.has(code));
  expect(missing.filter((code) => !NOT_CAUSED.includes(code))).toEqual([]);
  return recorder.recording;
}
