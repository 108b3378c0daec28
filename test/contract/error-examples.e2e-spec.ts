import { aDevice, anEnterprise } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import type { ApiClient, Problem } from '../kit/http/api-client.js';
import { documentsOf, type Document } from '../kit/specification/openapi.js';

const LIST = '/api/v1/device/';
const DEVICE = '/api/v1/device/id/absent';
const DAYS = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=tomorrow&format=xml';
const INTERNAL = '/internal/v1/api-keys';

let app: TestApp;
let customer: ApiClient;
let documents: { customer: Document; internal: Document };

beforeAll(async () => {
  app = await createTestApp();
  await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
  customer = await app.customer('acme');
  documents = documentsOf(app);
});
afterAll(() => app.close());

/** All of an error but what names the request. */
const said = ({ type, title, status, detail, code, errors }: Problem): unknown => ({
  ...{ type, title, status, detail, code, errors },
});

const cases: [string, 'customer' | 'internal', number, () => ApiClient, string][] = [
  ['missing_credentials', 'customer', 401, () => app.anonymous, LIST],
  ['invalid_key', 'customer', 401, () => customer.with({ authorization: 'Bearer wrong' }), LIST],
  ['missing_enterprise', 'customer', 401, () => customer.with({ 'x-enterprise-id': undefined }), LIST],
  ['enterprise_mismatch', 'customer', 403, () => customer.with({ 'x-enterprise-id': 'globex' }), LIST],
  ['not_acceptable', 'customer', 406, () => customer.with({ accept: 'image/png' }), DEVICE],
  ['device_not_found', 'customer', 404, () => customer, DEVICE],
  ['invalid_parameter', 'customer', 400, () => customer, DAYS],
  ['missing_credentials', 'internal', 401, () => app.anonymous, INTERNAL],
  ['invalid_key', 'internal', 401, () => app.admin('acme').with({ authorization: 'Bearer wrong' }), INTERNAL],
  ['enterprise_not_found', 'internal', 404, () => app.admin('globex'), INTERNAL],
];

it.each(cases)(
  'the example of %s in the %s document is what is sent',
  async (code, of, status, from, path) => {
    const example = documents[of].components.examples[code]?.value as unknown as Problem;
    expect(said(await from().problem(path, status, code))).toEqual(said(example));
  },
);

it('so is that of insufficient_scope', async () => {
  const narrow = await app.customer('acme', ['device:GetList']);
  const example = documents.customer.components.examples.insufficient_scope?.value as unknown as Problem;
  const path = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  expect(said(await narrow.problem(path, 403, 'insufficient_scope'))).toEqual(said(example));
});
