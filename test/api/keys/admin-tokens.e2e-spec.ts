import { anEnterprise, ENTERPRISE_ID } from '../../kit/app/builders.js';
import { createTestApp, type TestApp } from '../../kit/app/create-test-app.js';

const OLD = 'the-old-admin-token-0123456789abcdefg';
const NEW = 'the-new-admin-token-0123456789abcdefg';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_TOKEN: `${OLD},${NEW}` });
  await app.load({ enterprises: [anEnterprise()] });
});
afterAll(() => app.close());

const statusWith = async (token: string, path: string): Promise<number> =>
  (
    await app
      .admin(ENTERPRISE_ID)
      .with({ authorization: `Bearer ${token}` })
      .get(path)
  ).status;

it.each(['/internal/v1/api-keys', '/internal/metrics'])(
  'Either of two admin tokens opens %s',
  async (path) => {
    for (const token of [OLD, NEW]) expect(await statusWith(token, path)).toBe(200);
    for (const token of [`${OLD},${NEW}`, `${NEW},${OLD}`, `${OLD},`, ''])
      expect(await statusWith(token, path)).toBe(401);
  },
);
