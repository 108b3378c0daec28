import { parse } from 'yaml';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const FILES = [
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/internal/docs/openapi.json',
  '/internal/docs/openapi.yaml',
  '/docs/swagger-ui-bundle.js',
];

it.each(FILES)('%s is not sent again to who has it', async (path) => {
  const { headers } = await app.anonymous.get(path);
  const tag = String(headers.etag);
  const again = await app.anonymous.get(path, { 'if-none-match': tag });
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', tag]);
  expect((await app.anonymous.get(path, { 'if-none-match': '"another"' })).status).toBe(200);
});

it.each(['/docs', '/internal/docs'])('%s says the same as JSON, as YAML and compressed', async (folder) => {
  const json = await app.anonymous.get(`${folder}/openapi.json`);
  const yaml = await app.anonymous.get(`${folder}/openapi.yaml`);
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(yaml.body)).toEqual(JSON.parse(json.body));
  const compressed = await fetch(`${app.url}${folder}/openapi.json`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(await compressed.text()).toBe(json.body);
});
