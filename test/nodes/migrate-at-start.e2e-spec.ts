import { runCli } from '../kit/process/program.js';
import { KEY_PEPPER } from '../kit/process/service.js';
import { Workplace } from '../kit/process/workplace.js';

jest.setTimeout(60_000);

const place = new Workplace();

it('MIGRATE_AT_START=off: a database that lacks a migration is refused until the command has run', async () => {
  const env = {
    DATABASE_URL: place.database.url,
    KEY_PEPPER,
    DEMO_DATA: 'off',
    MIGRATE_AT_START: 'off',
  };
  const refused = place.start(env);
  expect(await refused.exit()).toBe(1);
  expect(refused.stderr).toMatch(
    /^The service could not start: The database is not up to date \(UntoldRemovals\w+, .*\), and MIGRATE_AT_START is off: run npm run --silent cli -- migrate first\.\n$/,
  );
  const command = await runCli(['sync', '--number'], env);
  expect(command.status).toBe(1);
  expect(command.stderr).toContain('run npm run --silent cli -- migrate first.');
  expect(await runCli(['migrate'], env)).toMatchObject({ status: 0 });
  await place.start(env).ready();
  expect(await runCli(['sync', '--number'], env)).toMatchObject({ status: 0 });
});
