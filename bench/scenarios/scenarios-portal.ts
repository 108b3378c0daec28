import { browserPath, openBrowser } from '../../test/kit/browser/browser.js';
import { measureTransfer } from '../../test/kit/browser/transferred.js';
import { runCli } from '../../test/kit/process/program.js';
import { deviceId } from '../database/fleet.js';
import { PEPPER } from '../database/seed.js';
import { DATABASE, type Lab } from '../lab.js';
import { median } from './measure.js';
import { atMost, type Scenario } from './scenario.js';

const ADMINISTRATOR = { email: 'bench@example.com', password: 'the password of the benchmarks' };

type Browser = Awaited<ReturnType<typeof openBrowser>>;

interface Visit {
  readonly seconds: number;
  readonly page: number;
  readonly data: number;
}

export const slowLine: Scenario = {
  name: 'slow-line',
  async run(lab) {
    const path = browserPath();
    if (path === undefined) {
      console.log('No Chromium found: the portal is not measured');
      return [];
    }
    await makeAdministrator(lab);
    const { port } = await lab.start('product');
    const browser = await openBrowser(path);
    try {
      const visit = await visits(browser, `http://127.0.0.1:${port}/portal/`);
      await visit(); // The first request compresses the files
      const visited: Visit[] = [];
      for (let round = 0; round < lab.options.rounds; round++) visited.push(await visit());
      const middle = (figure: keyof Visit) => median(visited.map((measured) => measured[figure]));
      const fleet = `The portal shows ${lab.options.devices.toLocaleString('en-US')} devices over 1.6 Mbit/s`;
      return [
        atMost(`${fleet}: time`, middle('seconds'), 's', 3),
        atMost(`${fleet}: page`, middle('page'), 'kB', 300),
        atMost(`${fleet}: data`, middle('data'), 'kB', 200),
      ];
    } finally {
      await browser.close();
    }
  },
};

async function makeAdministrator({ server }: Lab): Promise<void> {
  const { email, password } = ADMINISTRATOR;
  await server.query(`DELETE FROM administrators WHERE email = '${email}'`, DATABASE);
  const args = ['admin', 'add', '--email', email, '--name', 'Bench', '--enterprise', 'fleet-1'];
  const env = { DATABASE_URL: server.url(DATABASE), KEY_PEPPER: PEPPER };
  const { status, stderr } = await runCli([...args, '--password-stdin'], env, { input: password });
  if (status !== 0) throw new Error(stderr);
}

async function visits(browser: Browser, portal: string): Promise<() => Promise<Visit>> {
  const first = await browser.newContext();
  const signedIn = await first.request.post(`${portal}api/session`, {
    data: ADMINISTRATOR,
    headers: { origin: new URL(portal).origin },
  });
  if (!signedIn.ok()) throw new Error(await signedIn.text());
  const storageState = await first.storageState();
  return async () => {
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    const transferred = await measureTransfer(page, { isSlow: true });
    const begin = performance.now();
    await page.goto(`${portal}data`);
    await page.getByRole('link', { name: deviceId(1) }).waitFor();
    const seconds = (performance.now() - begin) / 1000;
    await context.close();
    return { seconds, page: transferred.page / 1000, data: transferred.data / 1000 };
  };
}
