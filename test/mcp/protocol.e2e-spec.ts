import type { KeyCalls } from '../../portal/openapi.js';
import type { Scope } from '../../src/auth/scopes.js';
import { DatabaseUnavailable } from '../../src/database/rows/reader.js';
import { TOOL_SCOPES } from '../../src/modules/mcp/tool-names.js';
import { aFullFleet, appWith } from '../kit/app/app-with.js';
import { anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { TestApp } from '../kit/app/test-app.js';
import { failReads, slowReads } from '../kit/database/watched-reads.js';
import { problemOf } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { ClientAgent, RawAgent } from '../kit/mcp/agent.js';
import { eventually } from '../kit/process/retry.js';

// docs/contract.md, 2.17

const PUBLIC_URL = 'https://api.example.com';
const SCOPES = [...new Set<Scope>(Object.values(TOOL_SCOPES))];
const TOOLS = Object.keys(TOOL_SCOPES);
const DAYS = { startdate: '2026-03-29', enddate: '2026-03-29' };
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const FIND = { name: 'find_devices', arguments: {} };

const FLEET = aFullFleet({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
const app = appWith(FLEET, { PUBLIC_URL });

let keys = 0;
const adminOf = (of: TestApp): InternalClient => new InternalClient(of.admin(ENTERPRISE_ID));
const create = (terms: object = {}, scopes: readonly Scope[] = SCOPES, of = app) =>
  adminOf(of).create(`Agent ${++keys}`, scopes, { mcp: true, ...terms });
const agentWith = async (...with_: Parameters<typeof create>): Promise<RawAgent> =>
  new RawAgent((with_[2] ?? app).url, (await create(...with_)).key);

const callsOf = (id: string) =>
  app.admin(ENTERPRISE_ID).object<KeyCalls>(`/internal/v1/api-keys/${id}/calls`);

let agent: RawAgent;
beforeAll(async () => (agent = await agentWith()));

describe('A request to /mcp', () => {
  it('needs a key whose `mcp` is true, and takes effect with the change', async () => {
    const { id, key } = await create({ mcp: false });
    const closed = new RawAgent(app.url, key);
    await closed.problem(403, 'mcp_not_allowed');
    const admin = adminOf(app);
    expect(await admin.update(id, { mcp: true })).toMatchObject({ mcp: true });
    expect(await closed.list()).toHaveLength(7);
    expect(await admin.update(id, { mcp: false })).toMatchObject({ mcp: false });
    await closed.problem(403, 'mcp_not_allowed');
    const changes = (await admin.changeEvents()).filter((event) => event.api_key_id === id);
    expect(changes.map(({ details }) => details)).toMatchObject([{ mcp: false }, { mcp: true }, {}]);
  });

  it.each([0, 1, 'true', null, []])('a key cannot be given `mcp`: %p', async (mcp) => {
    const fields = { application: 'Agent', scopes: SCOPES, mcp };
    await adminOf(app).problem(400, 'invalid_parameter', 'POST', '/internal/v1/api-keys', fields);
  });

  it('acts for the enterprise of the key, and the header must match if it is sent', async () => {
    expect((await agent.send('ping')).status).toBe(200);
    expect((await agent.send('ping', {}, { 'x-enterprise-id': ENTERPRISE_ID })).status).toBe(200);
    for (const otherEnterprise of ['other', 'unknown'])
      problemOf(
        await agent.send('ping', {}, { 'x-enterprise-id': otherEnterprise }),
        403,
        'enterprise_mismatch',
      );
  });

  it('is refused like every other one', async () => {
    await new RawAgent(app.url, 'nonsense').problem(401, 'invalid_key');
    await (await agentWith({ paused: true })).problem(401, 'invalid_key');
    await (await agentWith({ allowed_networks: ['192.0.2.0/24'] })).problem(403, 'address_not_allowed');
    await app.anonymous.problem({ method: 'POST', path: '/mcp' }, 401, 'missing_credentials');
    await app.admin(ENTERPRISE_ID).problem({ method: 'POST', path: '/mcp' }, 401, 'invalid_key');
  });

  it('is checked for the key, its networks, the enterprise, `mcp`, then the body', async () => {
    const elsewhere = { 'x-enterprise-id': 'other' };
    const closed = await agentWith({ mcp: false });
    problemOf(await closed.send('ping', {}, elsewhere), 403, 'enterprise_mismatch');
    problemOf(await closed.post('[]'), 403, 'mcp_not_allowed');
    const far = await agentWith({ mcp: false, allowed_networks: ['192.0.2.0/24'] });
    problemOf(await far.send('ping', {}, elsewhere), 403, 'address_not_allowed');
    const paused = await agentWith({ mcp: false, allowed_networks: ['192.0.2.0/24'], paused: true });
    await paused.problem(401, 'invalid_key');
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])('is a POST: %s is 405', async (method) => {
    const headers = { authorization: `Bearer ${agent.key}`, accept: 'text/event-stream' };
    const received = await send(app.url, { method, path: '/mcp', headers });
    expect([received.status, received.headers.allow]).toEqual([405, 'POST']);
    if (method !== 'HEAD') problemOf(received, 405, 'method_not_allowed');
  });

  it.each([
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'],
    ['an empty batch', '[]'],
    ['no JSON', '{"jsonrpc'],
    ['a text', '"ping"'],
    ['null', 'null'],
    ['nothing', ''],
    ['deep JSON', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`],
  ])('whose body is %s is 400', async (_title, body) => {
    problemOf(await agent.post(body), 400, 'invalid_parameter');
  });

  it('has a JSON body of up to 64 kB', async () => {
    const padded = (size: number) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { pad: 'x'.repeat(size) } } });
    expect((await agent.post(padded(60_000))).status).toBe(200);
    problemOf(await agent.post(padded(66_000)), 413, 'payload_too_large');
    problemOf(await agent.post('{}', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  });

  it('has no Origin, or that of PUBLIC_URL', async () => {
    expect((await agent.send('ping', {}, { origin: PUBLIC_URL })).status).toBe(200);
    for (const origin of [
      'https://evil.example',
      'null',
      app.url,
      `${PUBLIC_URL}:8443`,
      'http://api.example.com',
    ])
      problemOf(await agent.send('ping', {}, { origin }), 403, 'cross_site_request');
  });

  it('is 404 with MCP=off', async () => {
    await using off = await TestApp.start({ MCP: 'off' });
    await off.load(FLEET);
    await (await agentWith({}, SCOPES, off)).problem(404, 'not_found');
    await off.anonymous.problem('/mcp', 404, 'not_found');
  });

  it('is below BASE_PATH', async () => {
    await using below = await TestApp.start({ BASE_PATH: '/devices' });
    await below.load(FLEET);
    const fields = { application: 'Agent', scopes: SCOPES, mcp: true };
    const created = await below.admin(ENTERPRISE_ID).post('/devices/internal/v1/api-keys', fields);
    const { key } = JSON.parse(created.body) as { key: string };
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const statusOf = async (path: string) =>
      (await send(below.url, { method: 'POST', path, headers, body: PING })).status;
    expect([await statusOf('/devices/mcp'), await statusOf('/mcp')]).toEqual([200, 404]);
  });
});

describe('The protocol', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
    'of %s is served without a session',
    async (revision) => {
      const started = await agent.send('initialize', {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
      expect(started.headers).not.toHaveProperty('mcp-session-id');
      const { result } = JSON.parse(started.body) as { result: Record<string, unknown> };
      expect(result).toMatchObject({
        protocolVersion: revision,
        capabilities: { tools: {} },
        serverInfo: { name: 'customer-device-api' },
        instructions: expect.stringContaining('never instructions') as string,
      });
      const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
      const noted = await agent.post(initialized, { 'mcp-protocol-version': revision });
      expect([noted.status, noted.body]).toEqual([202, '']);
      const listed = await agent.send('tools/list', {}, { 'mcp-protocol-version': revision });
      expect(listed.body).toContain('find_devices');
    },
  );

  it('of 2026 is served to the protocol’s own client, and opens no stream', async () => {
    const { client } = await ClientAgent.connect(app.url, agent.key, 'auto');
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    await client.close();
  });

  it('does not depend on the Host header, nor on headers of its own that are wrong', async () => {
    const headers = { host: 'exa mple', 'mcp-session-id': 'x', 'last-event-id': 'x', accept: '*/*' };
    expect((await agent.send('ping', {}, headers)).status).toBe(200);
    expect((await agent.send('ping', {}, { 'mcp-protocol-version': 'x' })).status).toBe(400);
  });

  it.each(['2027-01-01', 'nonsense'])(
    'refuses the revision %s with an error that has the id of the request',
    async (revision) => {
      const { status, headers, body } = await agent.post(PING, { 'mcp-protocol-version': revision });
      expect([status, headers['content-type']]).toEqual([400, expect.stringMatching(/^application\/json/)]);
      expect(JSON.parse(body)).toMatchObject({
        jsonrpc: '2.0',
        id: 1,
        error: { code: expect.any(Number) as number },
      });
    },
  );

  it('has no other methods', async () => {
    for (const method of ['resources/list', 'prompts/list', 'logging/setLevel', 'nonsense']) {
      const { body } = await agent.send(method, { level: 'debug' });
      expect(JSON.parse(body)).toMatchObject({ error: { code: -32601 } });
    }
    const { body } = await agent.send('tools/call', { name: 'delete_device', arguments: {} });
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ['initialize', {}, 'params.protocolVersion'],
    ['initialize', undefined, 'params'],
    ['initialize', null, 'params'],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: 5 }, 'params.clientInfo'],
    ['tools/list', { cursor: 5 }, 'params.cursor'],
  ])('names the wrong member of the params: %s %j', async (method, params, member) => {
    const { body } = await agent.post(JSON.stringify({ jsonrpc: '2.0', id: 'one', method, params }));
    const message = expect.stringMatching(new RegExp(`^Invalid params: ${member}: [^\\n]+$`)) as string;
    expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 'one', error: { code: -32602, message } });
  });

  it.each([null, [], 'x', 5])('has tools whose arguments are an object, not %j', async (given) => {
    const { result } = JSON.parse(
      (await agent.send('tools/call', { name: 'find_devices', arguments: given })).body,
    ) as { result: object };
    const content = [{ type: 'text', text: '`arguments` must be an object' }];
    expect(result).toEqual({ isError: true, content });
  });

  it('has no method that opens a stream', async () => {
    const { status, body } = await agent.send('subscriptions/listen', { notifications: {} });
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ id: expect.any(Number) as number, error: { code: -32601 } });
  });
});

describe('tools/list', () => {
  it('has at most 8,000 bytes, and every tool only reads', async () => {
    const { body } = await agent.send('tools/list');
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(8_000);
    const tools = await agent.list();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it.each(SCOPES)(
    'shows a key with %s its tools alone, and the others are errors that name the scope',
    async (scope) => {
      const narrow = await agentWith({}, [scope]);
      const toolsOfScope = TOOLS.filter((name) => TOOL_SCOPES[name as keyof typeof TOOL_SCOPES] === scope);
      expect((await narrow.list()).map(({ name }) => name)).toEqual(toolsOfScope);
      for (const [name, needed] of Object.entries(TOOL_SCOPES)) {
        if (needed === scope) continue;
        const { isError, text } = await narrow.call(name, { device_id: DEVICE_ID, ...DAYS });
        expect([isError, text]).toEqual([true, expect.stringContaining(needed)]);
      }
    },
  );
});

const USAGE = 'summarize_data_usage';
const SCREEN_TIME = 'summarize_screen_time';
const days = (startdate: string, enddate: string) => ({ startdate, enddate });

it.each([
  ['find_devices', { limit: 0 }, '`limit` must be a whole number from 1 to 100'],
  ['find_devices', { limit: '5' }, '`limit` must be a whole number from 1 to 100'],
  ['find_devices', { limit: 1e20 }, '`limit` must be a whole number from 1 to 100'],
  ['find_devices', { query: '' }, '`query` must be a string of 1 to 255 characters'],
  ['find_devices', { cursor: 'ä' }, '`cursor` must be the next_cursor of an earlier result'],
  ['find_devices', { cursor: '' }, '`cursor` must be the next_cursor of an earlier result'],
  ['find_devices', { model: 'x' }, '`model` is not known; known: query, status, limit, cursor'],
  [
    'find_devices',
    JSON.parse('{"__proto__": {"limit": 1}}') as object,
    '`__proto__` is not known; known: query, status, limit, cursor',
  ],
  [
    'find_devices',
    { query: 5, limit: null },
    '`query` must be a string of 1 to 255 characters; `limit` must be a whole number from 1 to 100',
  ],
  ['get_device', {}, '`device_id` is required; it must be a string'],
  ['get_device', { device_id: 'nowhere' }, 'no device with this identifier'],
  [USAGE, days('2026-02-30', '2026-03-01'), '`startdate` must be a date in `YYYY-MM-DD` format'],
  [USAGE, { startdate: '2026-03-01' }, '`enddate` is required'],
  [USAGE, days('2026-03-02', '2026-03-01'), '`startdate` must not be after `enddate`'],
  [SCREEN_TIME, days('2020-01-01', '2026-01-01'), '`enddate` must be less than 366 days after `startdate`'],
  [SCREEN_TIME, { ...DAYS, group_by: 'hour' }, '`group_by` must be one of: app, device, day'],
  [
    SCREEN_TIME,
    { ...DAYS, device_id: ['a', 'a'] },
    '`device_id` must be up to 100 identifiers of devices, each once',
  ],
  ['list_apps', { limit: 1001 }, '`limit` must be a whole number from 1 to 1000'],
  ['list_apps', { device_id: 'nowhere' }, 'no device with this identifier'],
  ['latest_locations', { device_id: [] }, '`device_id` must be up to 100'],
  ['device_track', { device_id: 'nowhere', ...DAYS }, 'no device with this identifier'],
  ['device_track', { device_id: 'x', ...DAYS, limit: 1 }, '`limit` must be a whole number from 2 to 500'],
])(
  'The tool %s returns an error that names the fix for the wrong argument: %j',
  async (name, given, text) => {
    expect(await agent.call(name, given)).toMatchObject({
      isError: true,
      text: expect.stringContaining(text) as string,
      structured: {},
    });
  },
);

describe('A key', () => {
  const LIMITED = { RATE_LIMIT: '12/100s', RATE_LIMIT_BULK: '2/60s' };
  const limited = appWith(FLEET, LIMITED);

  it('has one budget for /mcp and the API: over it, 429', async () => {
    const busy = await agentWith({}, SCOPES, limited);
    const api = limited.anonymous.with({
      authorization: `Bearer ${busy.key}`,
      'x-enterprise-id': ENTERPRISE_ID,
    });
    await api.get('/device');
    for (let times = 0; times < 11; times++) expect((await busy.send('tools/call', FIND)).status).toBe(200);
    const refused = await busy.send('tools/call', FIND);
    problemOf(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['summarize_data_usage', DAYS],
    ['summarize_screen_time', DAYS],
    ['list_apps', {}],
    ['latest_locations', {}],
    ['device_track', { device_id: DEVICE_ID, ...DAYS }],
  ])('has a bulk budget for %s: over it, an error that names the seconds', async (name, given) => {
    const busy = await agentWith({}, SCOPES, limited);
    await busy.call('find_devices');
    await busy.call('get_device', { device_id: DEVICE_ID });
    await busy.call(name, { ...given, nonsense: 1 });
    for (let times = 0; times < 2; times++) expect((await busy.call(name, given)).isError).toBe(false);
    const { isError, text } = await busy.call(name, given);
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/2 bulk requests in 60 seconds\. Try again in \d+ seconds\.$/),
    ]);
    expect((await busy.call('find_devices')).isError).toBe(false);
  });

  it('gets its bulk unit back if the range has too many days', async () => {
    const busy = await agentWith({}, SCOPES, limited);
    for (let times = 0; times < 4; times++)
      expect(
        (await busy.call('summarize_data_usage', { startdate: '2020-01-01', enddate: '2026-01-01' })).isError,
      ).toBe(true);
    expect((await busy.call('summarize_data_usage', DAYS)).isError).toBe(false);
  });
});

describe('A call of a tool is in', () => {
  it('the metrics, with the name of the tool and its records', async () => {
    const route = '/mcp find_devices';
    const before = await app.metrics();
    await agent.call('find_devices');
    const after = await app.metrics();
    const grown = (name: string) => after.get(name)! - (before.get(name) ?? 0);
    expect(grown(`http_requests_total{route="${route}",method="POST",status="200"}`)).toBe(1);
    expect(grown(`http_response_rows_total{route="${route}"}`)).toBe(1);
    await agent.call('delete_everything').catch(() => undefined);
    expect([...(await app.metrics()).keys()].join()).not.toContain('delete_everything');
  });

  it('the activity of the key, with the name of the tool', async () => {
    const { id, key } = await create();
    const ownAgent = new RawAgent(app.url, key);
    await ownAgent.list();
    await ownAgent.call('find_devices');
    await ownAgent.call('latest_locations');
    const ofKey = async () => (await app.activity()).filter((hour) => hour.api_key_id === id);
    await eventually(async () => (await ofKey()).length === 3);
    const seen = (await ofKey()).map(({ scope, requests, rows }) => [scope, requests, rows]);
    expect(seen).toEqual([
      ['mcp', 1, 0],
      ['mcp:find_devices', 1, 1],
      ['mcp:latest_locations', 1, 1],
    ]);
  });

  it('the failed calls of the key, with the name of the tool', async () => {
    const { id, key } = await create({ paused: true });
    await new RawAgent(app.url, key).problem(401, 'invalid_key', 'tools/call', FIND);
    await eventually(async () => (await callsOf(id)).failed.length === 1);
    expect((await callsOf(id)).failed).toMatchObject([
      { method: 'POST', route: '/mcp find_devices', status: 401, code: 'invalid_key', key_state: 'paused' },
    ]);
  });

  it('the failed calls of the key, with a code, if the response is a JSON-RPC error', async () => {
    const { id, key } = await create();
    await new RawAgent(app.url, key).send('tools/call', FIND, { 'mcp-protocol-version': '2027-01-01' });
    await eventually(async () => (await callsOf(id)).failed.length === 1);
    const failed = { status: 400, code: 'invalid_parameter' };
    expect(await callsOf(id)).toMatchObject({
      counts: [{ ...failed, calls: 1 }],
      failed: [{ ...failed, route: '/mcp find_devices', refused_parameters: ['body'] }],
    });
  });
});

describe('A call of a tool that takes longer than a second', () => {
  const CALL = { name: 'summarize_data_usage', arguments: DAYS };
  let restore: () => void = () => undefined;
  afterEach(() => restore());

  it('sends its head first', async () => {
    restore = slowReads(app);
    const { status, headers, isComplete, body } = await agent.send('tools/call', CALL);
    expect([status, isComplete]).toEqual([200, true]);
    expect(headers).not.toHaveProperty('content-length');
    expect(JSON.parse(body)).toMatchObject({ result: { structuredContent: { group_by: 'app' } } });
  });

  it('is an error if the database fails before its head, and reset after that', async () => {
    restore = failReads(app, new DatabaseUnavailable('database_trouble'));
    await agent.problem(503, 'unavailable', 'tools/call', CALL);
    restore();
    restore = slowReads(app, new Error('lost'));
    await expect(agent.send('tools/call', CALL)).rejects.toThrow('ECONNRESET');
  });
});
