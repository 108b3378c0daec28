import { promisify } from 'node:util';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';
import { fromChecks } from '../kit/process/checks-package.js';
import { documentsOf, operations } from '../kit/specification/openapi.js';

const ENTERPRISE_ID = 'acme';
/** Differs from the example of the document, and needs escapes in a path. */
const DEVICE_ID = 'van 7/ä';

const app = appWith({
  enterprises: [anEnterprise({ id: ENTERPRISE_ID })],
  devices: [aDevice({ id: DEVICE_ID, enterprise_id: ENTERPRISE_ID })],
});

interface Summary {
  readonly run: { readonly executions: readonly Execution[]; readonly failures: readonly unknown[] };
}
interface Execution {
  readonly item: { readonly name: string };
  readonly response?: { readonly code: number };
}
type Done<Result> = (error: Error | null, result: Result) => void;

const newman = () => fromChecks('newman') as { run: (input: object, done: Done<Summary>) => void };
const converter = () =>
  fromChecks('openapi-to-postmanv2') as {
    convert: (input: object, options: object, done: Done<{ result: boolean; reason?: string }>) => void;
  };

it('newman sends every request of the served collection successfully after its three variables are set', async () => {
  const { key } = await app.createKey(ENTERPRISE_ID);
  const values = { base_url: app.url, api_key: key, enterprise_id: ENTERPRISE_ID };
  const envVar = Object.entries(values).map(([name, value]) => ({ key: name, value }));
  const collection = await app.anonymous.object('/docs/postman.json');
  const { run } = await promisify(newman().run)({ collection, envVar });
  // the request of the script that reads the first device is also in the list
  const statuses = Object.fromEntries(
    run.executions.map(({ item, response }) => [item.name, response?.code]),
  );
  const summaries = operations(documentsOf(app).customer).map(([, { summary }]) => summary);
  expect(statuses).toEqual(Object.fromEntries(summaries.map((summary) => [summary, 200])));
  expect(run.failures).toEqual([]);
});

it("Postman's converter imports the OpenAPI document", async () => {
  const input = { type: 'string', data: JSON.stringify(documentsOf(app).customer) };
  const { result, reason } = await promisify(converter().convert)(input, {});
  expect({ result, reason }).toEqual({ result: true, reason: undefined });
});
