import type { OpenAPIObject } from '@nestjs/swagger';
import { Documents } from './documents.js';

it('creates each document once and serializes it once in each form, for any number of requests', async () => {
  let made = 0;
  let written = 0;
  const documents = new Documents();
  documents.generateWith(() => {
    made++;
    return {
      get openapi() {
        written++;
        return '3.1.0';
      },
    } as OpenAPIObject;
  });
  for (const name of ['openapi.json', 'openapi.yaml']) {
    const file = await documents.file('internal', name);
    for (let at = 0; at < 100; at++) expect(await documents.file('internal', name)).toBe(file);
  }
  expect([made, written]).toEqual([1, 2]);
});
