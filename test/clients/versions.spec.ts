import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(__dirname, '../../..', file), 'utf8');

it('the clients have the version of the OpenAPI document', () => {
  const { info } = JSON.parse(read('openapi.json')) as { info: { version: string } };
  const { version } = JSON.parse(read('clients/typescript/package.json')) as { version: string };
  const [, ofPython] = /^__version__ = "(.*)"$/m.exec(read('clients/python/customer_device_api.py')) ?? [];
  expect({ version, ofPython }).toEqual({ version: info.version, ofPython: info.version });
});
