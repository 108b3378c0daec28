import type { OpenAPIObject } from '@nestjs/swagger';
import { Documents } from './documents.js';

it('creates each document once and serializes it once in each form, for any number of requests', () => {
  let [made, written] = [0, 0];
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
  for (let at = 0; at < 100; at++) {
    const [one, other] = [documents.files('internal'), documents.files('internal')];
    for (const name of ['openapi.json', 'openapi.yaml']) expect(one.get(name)).toBe(other.get(name));
  }
  expect([made, written]).toEqual([1, 2]);
});
