import { appWith } from '../kit/app/app-with.js';
import { documentsOf, operations, parametersOf } from '../kit/specification/openapi.js';

interface Value {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly url: { readonly raw: string; readonly query: readonly Value[] };
    readonly header: readonly Value[];
  };
}
interface Collection extends Item {
  readonly variable: readonly Value[];
}

const PUBLIC_URL = 'https://portal.example.org/devices';
const app = appWith({}, { BASE_PATH: '/devices', PUBLIC_URL });

const served = () => app.anonymous.object<Collection>('/devices/docs/postman.json');

const requestsIn = ({ item = [], ...rest }: Item): Item[] => [
  ...(rest.request ? [rest] : []),
  ...item.flatMap(requestsIn),
];

it('The Postman collection has three variables and a request for each operation of the document', async () => {
  const collection = await served();
  expect(collection.variable).toEqual([
    { key: 'base_url', value: PUBLIC_URL },
    { key: 'api_key', value: '' },
    { key: 'enterprise_id', value: '' },
  ]);
  const summaries = operations(documentsOf(app).customer).map(([, { summary }]) => summary);
  expect(
    requestsIn(collection)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(summaries.sort());
});

it('The Postman collection disables optional parameters, and sends the others with values', async () => {
  const { customer } = documentsOf(app);
  const parameters = new Map(
    operations(customer).map(([, operation]) => [operation.summary, parametersOf(customer, operation)]),
  );
  for (const { name, request } of requestsIn(await served())) {
    const [enterprise, ...headers] = request!.header;
    expect(enterprise).toEqual({ key: 'x-enterprise-id', value: '{{enterprise_id}}' });
    const shown = [...request!.url.query, ...headers];
    const expected = parameters.get(name)!.filter((parameter) => parameter.in !== 'path');
    expect({ name, shown: shown.map(({ key, disabled }) => [key, disabled]).sort() }).toEqual({
      name,
      shown: expected.map((parameter) => [parameter.name, !parameter.required]).sort(),
    });
    const sent = shown.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
    expect(request!.url.raw.split('?')[1] ?? '').toBe(sent.join('&'));
    for (const value of sent) expect(value).toMatch(/^(start|end)date=\d{4}-\d\d-\d\d$/);
  }
});

it('The internal routes have no collection', async () => {
  await app.anonymous.problem('/devices/internal/docs/postman.json', 404, 'not_found');
});
