import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ClientDrivers, LANGUAGES } from '../kit/clients/client-drivers.js';
import { engine } from '../kit/database/engines.js';
import { run } from '../kit/process/program.js';
import { keyOf } from '../guides/guides.js';

jest.setTimeout(300_000);

const ROWS = 1_000_000;
const MAX_GROWTH_MB = 20;
const QUERY = { startdate: '2026-03-29', enddate: '2026-03-29' };

/** Prints the number of rows, and the growth of the memory from the 100,000th row to its maximum. */
const PROGRAMS = {
  TypeScript: {
    command: [process.execPath, 'rows.mjs'],
    code: `import { Client } from 'customer-device-api-client';
let [rows, first, most] = [0, 0, 0];
for await (const { id } of new Client().stream('locations', ${JSON.stringify(QUERY)})) {
  if (++rows % 100_000 > 0) continue;
  const memory = process.memoryUsage.rss() / 1024 / 1024;
  first ||= memory;
  most = Math.max(most, memory);
}
console.log(JSON.stringify([rows, most - first]));`,
  },
  Python: {
    command: ['python3', 'rows.py'],
    code: `import json, re
from customer_device_api import Client
rows = first = most = 0
for item in Client().stream("locations", startdate="${QUERY.startdate}", enddate="${QUERY.enddate}"):
    rows += 1
    if rows % 100_000 == 0:
        memory = int(re.search(r"VmRSS:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
        first = first or memory
        most = max(most, memory)
print(json.dumps([rows, most - first]))`,
  },
};

/** One engine is enough: the clients do not depend on the database. */
(engine === 'mysql' ? describe.skip : describe)('A stream of a million rows', () => {
  const app = appWith(aFleet({ locations: [aLocation({ id: 1, created_at: '2026-03-29T12:00:00Z' })] }));
  const client = customerOf(app);
  beforeAll(async () => {
    const columns = await app.dataSource.query<{ name: string }[]>(
      "SELECT name FROM pragma_table_info('locations') WHERE name <> 'id'",
    );
    const names = columns.map(({ name }) => name).join();
    await app.dataSource
      .query(`WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS})
      INSERT INTO locations (id, ${names}) SELECT n, ${names} FROM numbers, locations WHERE locations.id = 1`);
  }, 120_000);

  it.each(LANGUAGES)(`takes less than ${MAX_GROWTH_MB} MB more in %s`, async (language) => {
    const drivers = new ClientDrivers();
    await drivers.install();
    const { command, code } = PROGRAMS[language];
    writeFileSync(join(drivers.folder, command[1]!), code);
    const env = { API_URL: app.url, API_KEY: keyOf(client), ENTERPRISE_ID };
    const { stdout, stderr } = await run(command, { cwd: drivers.folder, env });
    expect(stderr).toBe('');
    const [rows, growth] = JSON.parse(stdout) as [number, number];
    expect(rows).toBe(ROWS);
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
  });
});
