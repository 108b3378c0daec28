import { appWith } from '../../kit/app/app-with.js';
import { anEnterprise, ENTERPRISE_ID } from '../../kit/app/builders.js';

const OLD = 'the-old-admin-token-0123456789abcdefg';
const NEW = 'the-new-admin-token-0123456789abcdefg';

const app = appWith({ enterprises: [anEnterprise()] }, { ADMIN_TOKEN: `${OLD},${NEW}` });

async function statusWith(token: string, path: string): Promise<number> {
  const client = app.admin(ENTERPRISE_ID).with({ authorization: `Bearer ${token}` });
  return (await client.get(path)).status;
}

it.each(['/internal/v1/api-keys', '/internal/metrics'])(
  'Either of two admin tokens opens %s',
  async (path) => {
    for (const token of [OLD, NEW]) expect(await statusWith(token, path)).toBe(200);
    for (const token of [`${OLD},${NEW}`, `${NEW},${OLD}`, `${OLD},`, ''])
      expect(await statusWith(token, path)).toBe(401);
  },
);
