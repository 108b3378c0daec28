import { DeniedCalls, EVENTS_PER_MINUTE } from '../../src/modules/audit/denied-calls.js';
import { KEYS, KeyStage } from '../api/key-stage.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';

const EVENTS = '/internal/v1/audit-events';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

describe('The audit log', () => {
  const stage = new KeyStage({ RATE_LIMIT: '1000/100s' });
  const { app, admin: internal } = stage;
  let admin: ApiClient;
  beforeEach(() => (admin = internal.client));

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const create = (body = {}, client = internal) => client.call('POST', KEYS, body);

  const refused = async (client = admin) =>
    (await client.list(`${EVENTS}?action=call.refused&limit=1000`)).reverse();
  const refusals = async () =>
    (await refused()).map(({ actor, details, api_key_id }) => {
      const { method, route, code } = details as Record<string, string>;
      return [actor, method, route, code, ...(api_key_id === '' ? [] : [api_key_id])];
    });

  it('has every refused change of an administrator before the response', async () => {
    for (let times = 0; times < 2; times++) await create({ application: 'A', scopes: ['device:GetList'] });
    await create({ application: '' });
    await internal.call('DELETE', `${KEYS}/${NOWHERE}`);
    await internal.call('PATCH', `${KEYS}/${NOWHERE}`, { application: 'B' });
    await internal.call('POST', `${KEYS}/${NOWHERE}/regenerate`);
    expect(await refusals()).toEqual([
      ['admin-token', 'POST', KEYS, 'application_exists'],
      ['admin-token', 'POST', KEYS, 'invalid_parameter'],
      ['admin-token', 'DELETE', `${KEYS}/:id`, 'api_key_not_found', NOWHERE],
      ['admin-token', 'PATCH', `${KEYS}/:id`, 'api_key_not_found', NOWHERE],
      ['admin-token', 'POST', `${KEYS}/:id/regenerate`, 'api_key_not_found', NOWHERE],
    ]);
    expect(await refused((await stage.adminOf('other')).client)).toEqual([]);
  });

  it('has no API key from the path', async () => {
    const { key } = await internal.create('A', ['device:GetList']);
    await internal.call('DELETE', `${KEYS}/${key}`);
    expect(await refusals()).toEqual([['admin-token', 'DELETE', `${KEYS}/:id`, 'api_key_not_found']]);
  });

  it('has refused requests without credentials, with their address', async () => {
    const stranger = admin.with({ authorization: 'Bearer wrong', ...from('198.51.100.7') });
    await stranger.problem(KEYS, 401, 'invalid_key');
    await stranger.with({ authorization: undefined }).problem(KEYS, 401, 'missing_credentials');
    await stranger.send({ method: 'POST', path: KEYS, headers: { 'content-type': 'text/plain' }, body: 'x' });
    expect(await refusals()).toEqual([
      ['unauthenticated', 'GET', KEYS, 'invalid_key'],
      ['unauthenticated', 'GET', KEYS, 'missing_credentials'],
      ['unauthenticated', 'POST', KEYS, 'invalid_key'],
    ]);
    const [last] = await admin.list(`${EVENTS}?limit=1`);
    expect(last).toMatchObject({ address: '198.51.100.7', api_key_id: '', application: '' });
  });

  it('has nothing of requests without an existing enterprise or route', async () => {
    await app.anonymous.problem(KEYS, 401, 'missing_credentials');
    await admin.with({ 'x-enterprise-id': 'nowhere' }).problem(KEYS, 404, 'enterprise_not_found');
    await admin.problem('/internal/v1/nothing', 404, 'not_found');
    await admin.problem({ method: 'PUT', path: KEYS }, 405, 'method_not_allowed');
    await admin.problem(`${EVENTS}?limit=0`, 400, 'invalid_parameter');
    expect(await admin.list(EVENTS)).toEqual([]);
  });

  it('has up to 30 requests of one address and 100 of all in a minute', async () => {
    const stranger = (address: string) => admin.with({ authorization: undefined, ...from(address) });
    for (let at = 0; at < 60; at++) await stranger('203.0.113.1').get(KEYS);
    expect(await refused()).toHaveLength(30);
    for (let at = 0; at < 120; at++) await stranger(`198.51.100.${at}`).get(KEYS);
    expect(await refused()).toHaveLength(100);
    await create();
    expect(await refused()).toHaveLength(101);
  });

  it('has the first requests one by one, and counts further equal ones together', async () => {
    const AGAIN = 90;
    for (let at = 0; at < EVENTS_PER_MINUTE + AGAIN; at += 10)
      await Promise.all(Array.from({ length: 10 }, () => create()));
    for (let at = 0; at < 3; at++) await internal.call('DELETE', `${KEYS}/${NOWHERE}`);
    expect(await refused()).toHaveLength(EVENTS_PER_MINUTE);
    const otherAdmin = await stage.adminOf('another');
    await create({}, otherAdmin);
    expect(await refused(otherAdmin.client)).toHaveLength(1);

    await app.get(DeniedCalls).beforeApplicationShutdown();
    const together = (await refused()).slice(EVENTS_PER_MINUTE).map(({ actor, details }) => [actor, details]);
    expect(together).toHaveLength(2);
    expect(together).toMatchObject([
      ['admin-token', { method: 'POST', code: 'invalid_parameter', calls: AGAIN }],
      ['admin-token', { method: 'DELETE', code: 'api_key_not_found', calls: 3 }],
    ]);
    await create();
    expect(await refused()).toHaveLength(EVENTS_PER_MINUTE + 3);
  });

  it('has the counted requests when the service stops', async () => {
    const otherInstance = await app.secondInstance();
    const client = new InternalClient(otherInstance.admin(stage.enterpriseId));
    for (let at = 0; at < EVENTS_PER_MINUTE + 2; at++) await create({}, client);
    await otherInstance.close();
    const [last] = await admin.list(EVENTS);
    expect(last).toMatchObject({ action: 'call.refused', details: { calls: 2 } });
  });
});
