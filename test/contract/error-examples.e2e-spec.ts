import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { documentsOf } from '../kit/specification/openapi.js';

const LIST = '/api/v1/device/';
const DEVICE = '/api/v1/device/id/absent';
const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
const DAYS = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=tomorrow&format=xml';
const INTERNAL = '/internal/v1/api-keys';
/** What names a request in an error. */
const OF_REQUEST = { instance: '', request_id: '' };

const app = appWith(aFleet());
const customer = customerOf(app);
const narrow = customerOf(app, 'acme', ['device:GetList']);
let documents: ReturnType<typeof documentsOf>;
beforeAll(() => (documents = documentsOf(app)));

const cases: [string, 'customer' | 'internal', number, () => ApiClient, string][] = [
  ['missing_credentials', 'customer', 401, () => app.anonymous, LIST],
  ['invalid_key', 'customer', 401, () => customer.with({ authorization: 'Bearer wrong' }), LIST],
  ['missing_enterprise', 'customer', 401, () => customer.with({ 'x-enterprise-id': undefined }), LIST],
  ['enterprise_mismatch', 'customer', 403, () => customer.with({ 'x-enterprise-id': 'globex' }), LIST],
  ['insufficient_scope', 'customer', 403, () => narrow, BULK],
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
    const example = documents[of].components.examples[code]?.value;
    const said = await from().problem(path, status, code);
    expect({ ...said, ...OF_REQUEST }).toEqual({ ...example, ...OF_REQUEST });
  },
);
