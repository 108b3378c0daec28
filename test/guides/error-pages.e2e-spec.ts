import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { DatabaseUnavailable } from '../../src/database/rows/reader.js';
import { ERROR_KINDS, type ErrorCode } from '../../src/http/api-error.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';
import { ADMIN_TOKEN } from '../kit/app/test-app.js';
import { addAdministrator, addFillers, PASSWORD, signedIn } from '../kit/app/portal-app.js';
import { PortalClient } from '../kit/app/portal-client.js';
import { turnOnSecondFactor } from '../kit/app/second-factor.js';
import { failReads } from '../kit/database/watched-reads.js';
import { parseResponse, sendBytes } from '../kit/http/http.js';

const FOLDER = join(__dirname, '../../../docs/errors');
const CODES = Object.keys(ERROR_KINDS) as ErrorCode[];
const ENTERPRISE = 'havelwerk-logistik';
const OTHER_ENTERPRISE = 'spreewerk';
const ADMINISTRATOR = 'ines@havelwerk.example';
const PUBLIC_URL = 'https://api.example.com';
const HEADERS_TIMEOUT_MS = 300;

const app = appWith(
  {
    enterprises: [anEnterprise({ id: ENTERPRISE }), anEnterprise({ id: OTHER_ENTERPRISE })],
    devices: [aDevice({ enterprise_id: ENTERPRISE })],
  },
  { PUBLIC_URL, RATE_LIMIT: '1000/100s', RATE_LIMIT_BULK: '30/60s' },
);
const userAt = (name: string, enterprise: string): string => `${name}@${enterprise}.example`;
beforeAll(async () => {
  await addAdministrator(app, { email: ADMINISTRATOR, enterpriseId: ENTERPRISE });
  await addAdministrator(app, { email: userAt('jo', OTHER_ENTERPRISE), enterpriseId: OTHER_ENTERPRISE });
});

/** The values of the placeholders in an example, such as `<API_KEY>`. */
type Values = Readonly<Record<string, string>>;

const cookieOf = (client: PortalClient, name: string): string => client.cookie(name) ?? '';
const sessionOf = (client: PortalClient): Values => ({ SESSION: cookieOf(client, '__Host-portal_session') });
const asAdministrator = async (): Promise<Values> => sessionOf(await signedIn(app, ADMINISTRATOR));
const admin = () => app.admin(ENTERPRISE);

async function newUser(name: string, enterpriseId = ENTERPRISE): Promise<PortalClient> {
  const email = userAt(name, enterpriseId.split('-', 1)[0]!);
  await addAdministrator(app, { email, role: 'viewer', enterpriseId });
  return signedIn(app, email);
}

async function keyWith(terms: object = {}): Promise<Values> {
  const { id, key } = await app.createKey(ENTERPRISE, undefined, { application: 'Reports', ...terms });
  return { API_KEY: key, API_KEY_ID: id };
}

async function administratorId(): Promise<Values> {
  const people = await admin().list('/internal/v1/people');
  return { PERSON_ID: String(people.find(({ email }) => email === ADMINISTRATOR)?.id) };
}

let restore: () => unknown = () => undefined;
afterEach(() => restore());

const failingWith = (error: Error) => (): Values => {
  restore = failReads(app, error);
  return {};
};

async function requireSecondFactor(): Promise<void> {
  const require = (isRequired: boolean) =>
    app.admin(OTHER_ENTERPRISE).patch('/internal/v1/settings', { second_factor_required: isRequired });
  await require(true);
  restore = () => require(false);
}

/** Steps before the request of an example. Each returns values in addition to those of a key with all scopes. */
const STAGES: Partial<Record<ErrorCode, () => Values | Promise<Values>>> = {
  address_not_allowed: () => keyWith({ application: 'Elsewhere', allowed_networks: ['192.0.2.0/24'] }),
  insufficient_scope: () => keyWith({ application: 'Devices', scopes: ['device:GetList'] }),
  rate_limited: async () => {
    const { API_KEY = '' } = await keyWith({ application: 'Busy' });
    const client = app.anonymous.with({ authorization: `Bearer ${API_KEY}`, 'x-enterprise-id': ENTERPRISE });
    for (let times = 0; times < 30; times++) await client.list('/api/v1/device/app/bulk');
    return { API_KEY };
  },
  sync_token_expired: async () => {
    const client = await app.customer(ENTERPRISE);
    const { headers } = await client.get('/api/v1/device/');
    await app.dataSource.query('UPDATE changes SET bits = bits + 1');
    return { SYNC_TOKEN: String(headers['x-sync-token']) };
  },
  headers_too_large: () => ({ '20_KB_OF_COOKIES': 'x'.repeat(20_000) }),
  payload_too_large: () => ({ '70_KB_OF_TEXT': 'x'.repeat(70_000) }),
  internal_error: failingWith(new Error('A fault')),
  unavailable: failingWith(new DatabaseUnavailable('database_trouble')),
  wrong_password: asAdministrator,
  weak_password: asAdministrator,
  data_pages_off: async () => {
    const show = (data_pages: boolean) => admin().patch('/internal/v1/settings', { data_pages });
    await show(false);
    restore = () => show(true);
    return asAdministrator();
  },
  cross_site_request: asAdministrator,
  own_link: async () => ({ ...(await asAdministrator()), ...(await administratorId()) }),
  own_second_factor: async () => ({ ...(await asAdministrator()), ...(await administratorId()) }),
  last_administrator: administratorId,
  insufficient_role: async () => sessionOf(await newUser('vera')),
  old_key_not_found: () => keyWith({ application: 'Without overlap' }),
  api_key_changed: () => keyWith({ application: 'Changed' }),
  application_exists: () => keyWith({ application: 'Warehouse' }),
  second_factor_needed: async () => {
    await turnOnSecondFactor(app, await newUser('noor'));
    return {};
  },
  wrong_code: async () => {
    await turnOnSecondFactor(app, await newUser('emil'));
    const client = new PortalClient(app.url);
    await client.signIn('emil@havelwerk.example', PASSWORD);
    return { SECOND_STEP: cookieOf(client, '__Secure-portal_second_step') };
  },
  second_factor_required: async () => {
    await turnOnSecondFactor(app, olga);
    await requireSecondFactor();
    return sessionOf(olga);
  },
  second_factor_missing: async () => {
    await requireSecondFactor();
    return {};
  },
  limit_reached: async () => {
    await addFillers(app, OTHER_ENTERPRISE, 200);
    return {};
  },
};

let key: Values;
let olga: PortalClient;
beforeAll(async () => {
  olga = await newUser('olga', OTHER_ENTERPRISE); // before `limit_reached` fills the enterprise
  key = { ...(await keyWith()), ADMIN_TOKEN };
  app.nest.getHttpServer().headersTimeout = HEADERS_TIMEOUT_MS;
});

interface Example {
  readonly title: string;
  readonly request: string;
  readonly response: string;
}

function exampleOf(code: string): Example {
  const text = readFileSync(join(FOLDER, `${code}.md`), 'utf8');
  const [request = '', response = ''] = Array.from(
    text.matchAll(/^```http\n(.*?)\n```$/gms),
    ([, block]) => block,
  );
  return { title: /^# (.*)/.exec(text)?.[1] ?? '', request, response };
}

const filled = (text: string, values: Values): string =>
  text.replaceAll(/<(\w+)>/g, (_placeholder, name: string) => {
    expect(Object.keys(values)).toContain(name);
    return values[name]!;
  });

/** Returns the bytes of a request. The example of a timeout does not end its headers. */
function bytesOf(code: ErrorCode, request: string): string {
  if (code === 'request_timeout') return `${request.replaceAll('\n', '\r\n')}\r\n`;
  const [head = '', body = ''] = request.split('\n\n');
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [...head.split('\n'), 'Connection: close', length, '', body].join('\r\n');
}

const withoutSeconds = (text = ''): string => text.replace(/(^|in )\d+( seconds\.)?$/, '$1N$2');

it('has a page for each code and no other', () => {
  const pages = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));
  expect(pages.sort()).toEqual([...CODES, 'README'].sort());
});

it.each(CODES)('the request in the page of %s gets the response in the page', async (code) => {
  const { title, request, response } = exampleOf(code);
  const { status } = ERROR_KINDS[code];
  expect(title).toBe(`\`${code}\` (${status})`);
  const values = { ...key, ...(await STAGES[code]?.()) };
  const received = parseResponse(await sendBytes(app.url, bytesOf(code, filled(request, values))));
  const [head = '', body = ''] = response.replaceAll(/<\w+_ID>/g, (id) => filled(id, values)).split('\n\n');
  const [statusLine, ...headers] = head.split('\n');
  expect(statusLine).toBe(`HTTP/1.1 ${received.status} ${STATUS_CODES[received.status]}`);
  for (const line of headers) {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
    const got = String(received.headers[name.toLowerCase()]);
    expect([name, withoutSeconds(got)]).toEqual([name, withoutSeconds(value)]);
  }
  const shown = JSON.parse(body) as Record<string, string>;
  const got = JSON.parse(received.body) as Record<string, string>;
  const stable = { request_id: '', detail: withoutSeconds(shown.detail) };
  expect({ ...got, request_id: '', detail: withoutSeconds(got.detail) }).toEqual({ ...shown, ...stable });
  expect(got.type).toBe(`${PUBLIC_URL}/docs/errors/${code}`);
});
