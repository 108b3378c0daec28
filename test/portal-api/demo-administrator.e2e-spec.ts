import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bodyOf, PortalClient } from './portal-client.js';
import { startProcess } from './processes.js';
import { freePort } from '../support/free-port.js';

const EMAIL = 'demo@havelwerk.example';

describe('The first start on the embedded database', () => {
  it('makes an administrator of the demo enterprise and says how to sign in, as does every later start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cda-test-demo-'));
    const port = await freePort();
    const env = { DATABASE_URL: `sqlite:${join(folder, 'demo.sqlite')}`, PORT: String(port) };
    try {
      for (let start = 0; start < 2; start++) {
        const service = await startProcess('src/main.js', [], env, '"listening"');
        try {
          const file = join(folder, 'demo-admin-password');
          expect(service.output()).toContain(`  Sign in with     ${EMAIL}\n  Password         in ${file}\n`);
          const password = (await readFile(file, 'utf8')).trim();
          const client = new PortalClient(`http://127.0.0.1:${port}`);
          expect(bodyOf(await client.signIn(EMAIL, password))).toMatchObject({ role: 'admin' });
          expect((await stat(file)).mode & 0o777).toBe(0o600);
        } finally {
          await service.stop();
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
