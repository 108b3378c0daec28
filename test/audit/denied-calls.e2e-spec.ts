import { DeniedCalls } from '../../src/modules/audit/denied-calls/denied-calls.js';
import { ONE_BY_ONE } from '../../src/modules/audit/denied-calls/repeated-denials.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';

const KEYS = '/internal/v1/api-keys';
const EVENTS = '/internal/v1/audit-events';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

describe('The audit trail', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeEach(async () => {
    app = await createTestApp({ RATE_LIMIT: '1000/100s' });
    await app.load({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
    admin = app.admin(ENTERPRISE_ID);
  });
  afterEach(() => app.close());

  const change = (method: string, path: string, body?: string, client = admin) =>
    client.send({
      method,
      path,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
    });
  const create = (body: string, client = admin) => change('POST', KEYS, body, client);

  /** The refusals of an enterprise, the oldest first: who, and what. */
  async function refusals(enterprise = ENTERPRISE_ID): Promise<unknown[]> {
    const events = await app.admin(enterprise).list(`${EVENTS}?action=call.refused&limit=1000`);
    return events.reverse().map(({ actor, details, api_key_id }) => {
      const { method, route, code } = details as Record<string, string>;
      return [actor, method, route, code, ...(api_key_id === '' ? [] : [api_key_id])];
    });
  }

  it('has every change that an administrator was refused, before its answer', async () => {
    await create('{"application":"A","scopes":["device:GetList"]}');
    await create('{"application":"A","scopes":["device:GetList"]}');
    await create('{"application":""}');
    await change('DELETE', `${KEYS}/${NOWHERE}`);
    await change('PATCH', `${KEYS}/${NOWHERE}`, '{"application":"B"}');
    await change('POST', `${KEYS}/${NOWHERE}/regenerate`);
    expect(await refusals()).toEqual([
      ['admin-token', 'POST', KEYS, 'application_exists'],
      ['admin-token', 'POST', KEYS, 'invalid_parameter'],
      ['admin-token', 'DELETE', `${KEYS}/:id`, 'api_key_not_found', NOWHERE],
      ['admin-token', 'PATCH', `${KEYS}/:id`, 'api_key_not_found', NOWHERE],
      ['admin-token', 'POST', `${KEYS}/:id/regenerate`, 'api_key_not_found', NOWHERE],
    ]);
    expect(await refusals('other')).toEqual([]);
  });

  it('has what strangers tried on an enterprise, with their address', async () => {
    const stranger = admin.with({ authorization: 'Bearer wrong', 'x-forwarded-for': '198.51.100.7' });
    await stranger.problem(KEYS, 401, 'invalid_key');
    await stranger.with({ authorization: undefined }).problem(KEYS, 401, 'missing_credentials');
    await create('x', stranger.with({ 'content-type': 'text/plain' }));
    expect(await refusals()).toEqual([
      ['unauthenticated', 'GET', KEYS, 'invalid_key'],
      ['unauthenticated', 'GET', KEYS, 'missing_credentials'],
      ['unauthenticated', 'POST', KEYS, 'invalid_key'],
    ]);
    const [last] = await admin.list(`${EVENTS}?limit=1`);
    expect(last).toMatchObject({ address: '198.51.100.7', api_key_id: '', application: '' });
  });

  it('has nothing of calls that name no enterprise, one that does not exist, or no call of the service', async () => {
    await app.anonymous.problem(KEYS, 401, 'missing_credentials');
    await admin.with({ 'x-enterprise-id': 'nowhere' }).problem(KEYS, 404, 'enterprise_not_found');
    await admin.problem('/internal/v1/nothing', 404, 'not_found');
    await admin.problem({ method: 'PUT', path: KEYS }, 405, 'method_not_allowed');
    await admin.problem(`${EVENTS}?limit=0`, 400, 'invalid_parameter');
    expect(await admin.list(EVENTS)).toEqual([]);
  });

  it('cannot be flooded by strangers', async () => {
    const stranger = admin.with({ authorization: undefined });
    for (let at = 0; at < 60; at++) await stranger.get(KEYS);
    expect(await refusals()).toHaveLength(30);
    for (let at = 0; at < 120; at++) await stranger.with({ 'x-forwarded-for': `198.51.100.${at}` }).get(KEYS);
    expect(await refusals()).toHaveLength(100);
    await create('{}');
    expect(await refusals()).toHaveLength(101);
  });

  describe('of a minute in which somebody known is refused again and again', () => {
    const AGAIN = 90;
    const counted = async () =>
      (await admin.list(`${EVENTS}?action=call.refused&limit=1000`)).flatMap(({ actor, details }) => {
        const { method, code, calls } = details as Record<string, string>;
        return calls === undefined ? [] : [[actor, method, code, calls]];
      });

    beforeEach(async () => {
      for (let at = 0; at < ONE_BY_ONE + AGAIN; at += 10)
        await Promise.all(Array.from({ length: 10 }, () => create('{}')));
      for (let at = 0; at < 3; at++) await change('DELETE', `${KEYS}/${NOWHERE}`);
    });

    it('has the first calls one by one, and then those that are alike together', async () => {
      expect(await refusals()).toHaveLength(ONE_BY_ONE);
      await app.part(DeniedCalls).ofTheKnown.end();
      expect(await counted()).toEqual([
        ['admin-token', 'DELETE', 'api_key_not_found', 3],
        ['admin-token', 'POST', 'invalid_parameter', AGAIN],
      ]);
      expect(await refusals()).toHaveLength(ONE_BY_ONE + 2);
      await create('{}');
      expect(await refusals()).toHaveLength(ONE_BY_ONE + 3);
    });

    it('has what others are refused meanwhile', async () => {
      await create('{}', app.admin('other'));
      expect(await refusals('other')).toHaveLength(1);
    });
  });

  it('has what was counted together also when the service stops', async () => {
    const other = await createTestApp({ DATABASE_URL: app.databaseUrl });
    for (let at = 0; at < ONE_BY_ONE + 2; at++) await create('{}', other.admin(ENTERPRISE_ID));
    await other.close();
    const [last] = await admin.list(EVENTS);
    expect(last).toMatchObject({ action: 'call.refused', details: { calls: 2 } });
  });
});
