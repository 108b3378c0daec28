import type { OpenAPIObject } from '@nestjs/swagger';
import { Documents } from './documents.js';

it('makes each document once and writes it once in each form, however many ask', () => {
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
    expect(documents.json('internal')).toBe(documents.json('internal'));
    expect(documents.yaml('internal')).toBe(documents.yaml('internal'));
  }
  expect([made, written]).toEqual([1, 2]);
});
