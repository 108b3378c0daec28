import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, DEVICE_ID } from '../kit/app/builders.js';
import { fromChecks } from '../kit/process/checks-package.js';
import { addressOf, PATH_FORMS } from '../kit/specification/specification.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';

const ENTERPRISE_ID = 'havelwerk-logistik';
const DOCUMENT = readFileSync(join(__dirname, '../../../openapi.json'), 'utf8');

const app = appWith({
  enterprises: [anEnterprise({ id: ENTERPRISE_ID })],
  devices: [aDevice({ id: DEVICE_ID, enterprise_id: ENTERPRISE_ID })],
});

interface Conversion {
  readonly result: boolean;
  readonly reason: string;
  readonly output: readonly { readonly data: object }[];
}
interface Summary {
  readonly run: { readonly executions: readonly Execution[] };
}
interface Execution {
  readonly request: { readonly url: { readonly path: readonly string[] } };
  readonly response?: { readonly code: number };
}
type Done<Result> = (error: Error | null, result: Result) => void;

const converter = () =>
  fromChecks('openapi-to-postmanv2') as {
    convert: (input: object, options: object, done: Done<Conversion>) => void;
  };
const newman = () => fromChecks('newman') as { run: (input: object, done: Done<Summary>) => void };

async function importToPostman(): Promise<object> {
  const input = { type: 'string', data: DOCUMENT };
  const options = { requestParametersResolution: 'Example' };
  const { result, output, reason } = await promisify(converter().convert)(input, options);
  if (!result) throw new Error(reason);
  return output[0]!.data;
}

async function statusesOf(
  collection: object,
  variables: Readonly<Record<string, string>>,
): Promise<Record<string, number | undefined>> {
  const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
  const { run } = await promisify(newman().run)({ collection, envVar });
  return Object.fromEntries(
    run.executions.map(({ request, response }) => [`/${request.url.path.join('/')}`, response?.code]),
  );
}

it('A Postman import of the document makes every request correctly after the address and the key are set', async () => {
  const { key } = await app.createKey(ENTERPRISE_ID);
  const collection = await importToPostman();
  const statuses = await statusesOf(collection, { baseUrl: app.url, bearerToken: key });
  const paths = [...PATH_FORMS, ...FEED_ROUTES].map(({ path }) => addressOf({ path }, DEVICE_ID));
  expect(statuses).toEqual(Object.fromEntries(paths.map((path) => [path, 200])));
});
