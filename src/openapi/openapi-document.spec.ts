import type { OpenAPIObject } from '@nestjs/swagger';
import { sorted, toOpenApi31 } from './openapi-document.js';

const rewritten = (schema: object): unknown =>
  (
    toOpenApi31({ components: { schemas: { S: schema } } } as unknown as OpenAPIObject).components!
      .schemas as {
      S: unknown;
    }
  ).S;

it.each([
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [
    { nullable: true, description: 'x', allOf: [{ $ref: '#/a' }] },
    { description: 'x', anyOf: [{ $ref: '#/a' }, { type: 'null' }] },
  ],
  [
    { type: 'array', items: { type: 'number', nullable: true } },
    { type: 'array', items: { type: ['number', 'null'] } },
  ],
  [
    { properties: { a: { type: 'integer', nullable: true } } },
    { properties: { a: { type: ['integer', 'null'] } } },
  ],
  [
    { example: null, default: [null, 1] },
    { example: null, default: [null, 1] },
  ],
])('converts %j to %j', (schema, expected) => {
  expect(rewritten(schema)).toEqual(expected);
});

it('sorts the members of objects and keeps the order of arrays', () => {
  const text = JSON.stringify(sorted({ b: [{ d: 1, c: null }, 2, 'x'], a: { z: true, y: {} } }));
  expect(text).toBe('{"a":{"y":{},"z":true},"b":[{"c":null,"d":1},2,"x"]}');
});
