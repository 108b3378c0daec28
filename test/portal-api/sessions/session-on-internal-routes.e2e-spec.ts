import { ONE_BY_ONE } from '../../../src/modules/audit/denied-calls/repeated-denials.js';
import { problemOf } from '../../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import { ADMIN_TOKEN, asHeader, type TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../../kit/app/portal-client.js';
import {
  addAdministrator,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  signedIn,
  startPortal,
  startSecondInstance,
  trailOf,
} from '../../kit/app/portal-app.js';

const KEYS = '/internal/v1/api-keys';
const VIEWER = 'viewer@acme.example';
const STRANGER = 'chief@globex.example';

let app: TestApp;
let admin: PortalClient;
let viewer: PortalClient;
let applications = 0;

beforeAll(async () => {
  app = await startPortal();
  await addAdministrator(app, { email: VIEWER, role: 'viewer' });
  await addAdministrator(app, { email: STRANGER, enterpriseId: OTHER_ENTERPRISE_ID });
  admin = await signedIn(app);
  viewer = await signedIn(app, VIEWER);
});
afterAll(() => app.close());

const aKey = () => ({ application: `Application ${++applications}`, scopes: ['device:GetList'] });
const aChange = (method: string, path: string) => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(aKey()),
});

describe('A session on the internal routes', () => {
  it('acts for its own enterprise without naming it', async () => {
    const { enterprise_id } = bodyOf(await admin.get('/internal/v1/settings'));
    expect(enterprise_id).toBe(ENTERPRISE_ID);
  });

  it('may name its own enterprise', async () => {
    bodyOf(await admin.get('/internal/v1/settings', { 'x-enterprise-id': asHeader(ENTERPRISE_ID) }));
  });

  it.each([OTHER_ENTERPRISE_ID, 'there-is-no-such'])('may not name %s', async (id) => {
    const answer = await admin.get('/internal/v1/settings', { 'x-enterprise-id': id });
    problemOf(answer, 403, 'enterprise_mismatch');
  });

  it('makes a key that opens the customer API', async () => {
    const { key } = bodyOf(await admin.post(KEYS, aKey()), 201);
    const answer = await app.anonymous.get('/api/v1/device/', {
      authorization: `Bearer ${String(key)}`,
      'x-enterprise-id': ENTERPRISE_ID,
    });
    expect(answer.status).toBe(200);
  });

  it('appears in the audit trail under the e-mail address', async () => {
    await admin.post(KEYS, aKey());
    const [newest] = await trailOf(app);
    expect(newest).toMatchObject({ actor: `admin:${EMAIL}`, action: 'api_key.created' });
  });

  it('sees nothing of another enterprise', async () => {
    const { id } = bodyOf(await admin.post(KEYS, aKey()), 201);
    const stranger = await signedIn(app, STRANGER);
    expect(bodyOf(await stranger.get(KEYS))).toEqual([]);
    problemOf(await stranger.delete(`${KEYS}/${String(id)}`), 404, 'api_key_not_found');
  });

  it('gives way to an Authorization header, right or wrong', async () => {
    const headers = { 'x-enterprise-id': OTHER_ENTERPRISE_ID };
    const right = await admin.get('/internal/v1/settings', {
      ...headers,
      authorization: `Bearer ${ADMIN_TOKEN}`,
    });
    expect(bodyOf(right)).toMatchObject({ enterprise_id: OTHER_ENTERPRISE_ID });
    const wrong = await admin.get('/internal/v1/settings', { authorization: 'Bearer wrong' });
    problemOf(wrong, 401, 'invalid_key');
  });

  it('opens nothing of the customer API', async () => {
    const answer = await admin.get('/api/v1/device/', { 'x-enterprise-id': ENTERPRISE_ID });
    problemOf(answer, 401, 'missing_credentials');
  });

  it('opens nothing that is the operator’s', async () => {
    problemOf(await admin.get('/internal/metrics'), 401, 'missing_credentials');
  });
});

describe('A viewer', () => {
  it.each([KEYS, '/internal/v1/settings', '/internal/v1/audit-events', '/internal/v1/data/devices'])(
    'may look at %s',
    async (path) => {
      bodyOf(await viewer.get(path));
    },
  );

  it.each([
    ['POST', KEYS],
    ['PATCH', `${KEYS}/x`],
    ['POST', `${KEYS}/x/regenerate`],
    ['DELETE', `${KEYS}/x`],
  ])('may not %s %s', async (method, path) => {
    const answer = method === 'DELETE' ? await viewer.delete(path) : await viewer.send(aChange(method, path));
    problemOf(answer, 403, 'insufficient_role');
  });

  it('may not fill the audit trail with what it is refused', async () => {
    const refused = async () => (await trailOf(app)).filter(({ action }) => action === 'call.refused').length;
    const before = await refused();
    for (let at = 0; at < 3; at++)
      await Promise.all(Array.from({ length: 20 }, () => viewer.send(aChange('POST', KEYS))));
    expect((await refused()) - before).toBeLessThanOrEqual(ONE_BY_ONE);
  });

  it('may sign out', async () => {
    const client = await signedIn(app, VIEWER);
    expect((await client.delete('/portal/api/session')).status).toBe(204);
  });
});

describe('Two instances on one database', () => {
  it('know the same sessions, and the end of them at once', async () => {
    const second = await startSecondInstance(app);
    try {
      const client = await signedIn(app);
      const cookie = client.cookieHeader;
      const elsewhere = () => second.anonymous.get('/internal/v1/settings', { cookie });
      expect((await elsewhere()).status).toBe(200);
      await client.delete('/portal/api/session');
      problemOf(await elsewhere(), 401, 'not_signed_in');
    } finally {
      await second.close();
    }
  });
});
