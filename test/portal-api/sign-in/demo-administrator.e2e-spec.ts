import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { Workplace } from '../../kit/process/workplace.js';

const EMAIL = 'demo@havelwerk.example';

jest.setTimeout(120_000); // two starts of a whole process

const place = new Workplace();

describe('The first start on the embedded database', () => {
  it('makes an administrator of the demo enterprise and says how to sign in, as does every later start', async () => {
    const DATABASE_URL = `sqlite:${join(place.folder, 'demo.sqlite')}`;
    for (let start = 0; start < 2; start++) {
      const service = place.start({ DATABASE_URL });
      const client = new PortalClient(await service.ready());
      const file = join(place.folder, 'demo-admin-password');
      expect(service.stdout).toContain(`  Sign in with     ${EMAIL}\n  Password         in ${file}\n`);
      const password = (await readFile(file, 'utf8')).trim();
      expect(bodyOf(await client.signIn(EMAIL, password))).toMatchObject({ role: 'admin' });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await service.stop();
    }
  });
});
