import { ONE_BY_ONE } from '../../../src/modules/audit/denied-calls/repeated-denials.js';
import { problemOf } from '../../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../../kit/app/portal-client.js';
import {
  addAdministrator,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  signedIn,
  startPortal,
  trailOf,
} from '../../kit/app/portal-app.js';
import { registeredRoutes } from '../../kit/specification/registered-routes.js';
import { newest } from '../somebody.js';

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

/** Requests of the routes with this mark. */
const routesWith = (mark: string) =>
  Object.entries(registeredRoutes(app)).flatMap(([route, its]) => {
    const [method = '', path = ''] = route.replace(':id', 'none').split(' ');
    return its === mark ? [{ method, path }] : [];
  });

describe('A session on the internal routes', () => {
  it('acts for its own enterprise without naming it', async () => {
    const { enterprise_id } = bodyOf(await admin.get('/internal/v1/settings'));
    expect(enterprise_id).toBe(ENTERPRISE_ID);
  });

  it('may name its own enterprise', async () => {
    bodyOf(await admin.get('/internal/v1/settings', { 'x-enterprise-id': ENTERPRISE_ID }));
  });

  it.each([OTHER_ENTERPRISE_ID, 'there-is-no-such'])('may not name %s', async (id) => {
    const answer = await admin.get('/internal/v1/settings', { 'x-enterprise-id': id });
    problemOf(answer, 403, 'enterprise_mismatch');
  });

  it('appears in the audit trail under the e-mail address', async () => {
    bodyOf(await admin.post(KEYS, aKey()), 201);
    expect(await newest(app, 'api_key.created')).toMatchObject({ actor: `admin:${EMAIL}` });
  });

  it('sees nothing of another enterprise', async () => {
    const { id } = bodyOf(await admin.post(KEYS, aKey()), 201);
    const stranger = await signedIn(app, STRANGER);
    expect(bodyOf(await stranger.get(KEYS))).toEqual([]);
    problemOf(await stranger.delete(`${KEYS}/${String(id)}`), 404, 'api_key_not_found');
  });

  it('cannot be done without where something is of one person', async () => {
    const routes = routesWith('session');
    expect(routes.length).toBeGreaterThan(8);
    for (const route of routes)
      for (const client of [app.anonymous, app.admin(ENTERPRISE_ID)])
        await client.problem(route, 401, 'not_signed_in');
  });

  it('gives way to an Authorization header, right or wrong', async () => {
    const right = await admin.get('/internal/v1/settings', app.admin(OTHER_ENTERPRISE_ID).headers);
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

  it('may change nothing', async () => {
    const changing = routesWith('admin').filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(8);
    for (const route of changing) problemOf(await viewer.send(route), 403, 'insufficient_role');
  });

  it('may not fill the audit trail with what it is refused', async () => {
    const refused = async () => (await trailOf(app)).filter(({ action }) => action === 'call.refused').length;
    const before = await refused();
    for (let at = 0; at < 3; at++)
      await Promise.all(Array.from({ length: 20 }, () => viewer.post(KEYS, aKey())));
    expect((await refused()) - before).toBeLessThanOrEqual(ONE_BY_ONE);
  });

  it('may sign out', async () => {
    const client = await signedIn(app, VIEWER);
    expect((await client.delete('/portal/api/session')).status).toBe(204);
  });
});
