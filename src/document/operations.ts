import type { OpenAPIObject } from '@nestjs/swagger';
import { TAGS } from './document-text.js';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']> & { 'x-alias-of'?: string };
interface Parameter {
  readonly schema?: { readonly example?: unknown };
}

const operationsOf = (paths: Paths): readonly Operation[] =>
  Object.values(paths).flatMap((item) =>
    [item.get, item.post, item.patch, item.delete].filter((operation) => operation !== undefined),
  );

/** The forms of one operation share its handler: the first is the canonical one, the others point to it. */
export function deprecateAliases(paths: Paths): void {
  const forms = new Map<string, string[]>();
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get?.operationId) continue;
    const known = forms.get(get.operationId) ?? [];
    forms.set(get.operationId, [...known, path]);
    const [original] = known;
    if (original !== undefined) deprecate(get, original, known.length);
  }
}

function deprecate(operation: Operation, original: string, number: number): void {
  operation.operationId = `${operation.operationId ?? ''}Alias${number}`;
  operation.summary = `${operation.summary ?? ''} (alias)`;
  operation.description = `Deprecated alias of \`GET ${original}\`. The response is identical.`;
  operation.deprecated = true;
  operation['x-alias-of'] = original;
}

/** Tools that import the document take the example of a parameter from the parameter itself. */
export function liftExamples(paths: Paths): void {
  for (const { parameters = [] } of operationsOf(paths)) {
    for (const parameter of parameters as Parameter[]) {
      const { example, ...schema } = parameter.schema ?? {};
      if (example !== undefined) Object.assign(parameter, { example, schema });
    }
  }
}

/** The tags in use, in the order of their list. A tag that is not on it has no description, which a check finds. */
export function usedTags(paths: Paths): { name: string; description?: string }[] {
  const used = new Set(operationsOf(paths).flatMap(({ tags }) => tags ?? []));
  const names = [...Object.keys(TAGS).filter((name) => used.has(name)), ...used];
  return [...new Set(names)].map((name) => ({ name, description: TAGS[name] ?? '' }));
}
