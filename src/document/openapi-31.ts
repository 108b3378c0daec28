import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

/** Says in the words of OpenAPI 3.1 what the generator says in those of 3.0: `nullable` became a type of its own. */
export function inOpenApi31(document: OpenAPIObject): OpenAPIObject {
  return rewrite(document) as OpenAPIObject;
}

function rewrite(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(rewrite);
  if (typeof part !== 'object' || part === null) return part;
  const rewritten: Json = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, rewrite(value)]),
  );
  const { nullable, ...rest } = rewritten;
  return nullable === true ? orNull(rest) : rest;
}

function orNull({ type, allOf, ...rest }: Json): Json {
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as Json[]), { type: 'null' }] };
  return { ...rest, type: [type, 'null'] };
}
