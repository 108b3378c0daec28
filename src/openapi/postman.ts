import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './openapi-document.js';

type ExampleValue = string | number | readonly string[];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: ExampleValue;
  readonly schema?: {
    readonly default?: ExampleValue;
    readonly items?: { readonly enum?: readonly ExampleValue[] };
  };
}

const ABOUT =
  'Set the variables `base_url`, `api_key`, and `enterprise_id`, then send any request. Optional parameters are disabled. Requests for one device read the first device of the list, unless you set the variable `device_id`.';

const READ_FIRST_DEVICE = `if (!pm.variables.has('device_id')) {
  pm.sendRequest({
    url: pm.variables.get('base_url') + '/api/v1/device?fields=id',
    header: {
      Authorization: 'Bearer ' + pm.variables.get('api_key'),
      'x-enterprise-id': pm.variables.get('enterprise_id'),
    },
  }, (error, response) => {
    if (error || response.code !== 200) return;
    const [device] = response.json();
    if (device) pm.collectionVariables.set('device_id', encodeURIComponent(device.id));
  });
}`;

/** Makes a Postman collection with a request for each operation. Its days are yesterday, which usually has data. */
export function postmanCollection(document: OpenAPIObject): object {
  const requests = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  return {
    info: {
      name: document.info.title,
      description: ABOUT,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: document.servers?.[0]?.url ?? '' },
      { key: 'api_key', value: '' },
      { key: 'enterprise_id', value: '' },
    ],
    item: (document.tags ?? []).map(({ name, description }) => ({
      name,
      description,
      item: requests
        .filter(({ get }) => get.tags?.includes(name))
        .map(({ path, get }) => itemOf(path, get, parametersOf(get, document))),
    })),
  };
}

function parametersOf({ parameters = [] }: Operation, { components }: OpenAPIObject): Parameter[] {
  return parameters.map((parameter) => {
    if (!('$ref' in parameter)) return parameter as Parameter;
    const name = parameter.$ref.replace('#/components/parameters/', '');
    return components?.parameters?.[name] as Parameter;
  });
}

function itemOf(path: string, operation: Operation, parameters: readonly Parameter[]): object {
  const [query, header] = ['query', 'header'].map((place) =>
    parameters.filter((parameter) => parameter.in === place).map(valueOf),
  );
  const steps = path.slice(1).replace(/\{(\w+)\}/g, ':$1');
  const sent = query?.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const ofDevice = path.includes('{id}');
  return {
    name: operation.summary,
    request: {
      method: 'GET',
      description: operation.description,
      header: [{ key: 'x-enterprise-id', value: '{{enterprise_id}}' }, ...(header ?? [])],
      url: {
        raw: `{{base_url}}/${steps}${sent?.length ? `?${sent.join('&')}` : ''}`,
        host: ['{{base_url}}'],
        path: steps.split('/'),
        query,
        ...(ofDevice && { variable: [{ key: 'id', value: '{{device_id}}' }] }),
      },
    },
    ...(ofDevice && { event: [{ listen: 'prerequest', script: { exec: READ_FIRST_DEVICE.split('\n') } }] }),
  };
}

function valueOf({ name, description, required = false, example, schema }: Parameter) {
  const isDay = name.endsWith('date');
  const usual = String(example ?? schema?.default ?? schema?.items?.enum?.[0] ?? '');
  const value = isDay ? new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) : usual;
  return { key: name, value, description, disabled: !required };
}
