import { RowReader } from '../../src/database/rows/row-reader.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('asks the database once for all who want to know within a moment whether the service is ready', async () => {
  const reader = app.nest.get<RowReader>(RowReader);
  const rows = reader.rows.bind(reader);
  let queries = 0;
  reader.rows = (query) => {
    queries++;
    return rows(query);
  };
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.anonymous.get('/health/ready')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const tenths = (performance.now() - began) / 100;
  expect(queries).toBeLessThan(2 + tenths);
});
