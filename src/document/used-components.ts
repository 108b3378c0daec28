import type { OpenAPIObject } from '@nestjs/swagger';

type Components = Record<string, Record<string, unknown> | undefined>;

const KINDS = ['schemas', 'headers', 'examples'];

/** Leaves out what no operation refers to: the generator collects the models of all routes, those of the other document too. */
export function withUsedComponents(document: OpenAPIObject): OpenAPIObject {
  const components = (document.components ?? {}) as Components;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+)\/([\w-]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit(components[kind]?.[name] ?? {});
    }
  };
  visit(document.paths);
  const kept = KINDS.map((kind): [string, object] => [
    kind,
    Object.fromEntries(
      Object.entries(components[kind] ?? {}).filter(([name]) => used.has(`${kind}/${name}`)),
    ),
  ]);
  const others = Object.entries(components);
  return { ...document, components: Object.fromEntries([...others, ...kept]) };
}

/** `Dto` means something in the code only; partners read `Device`, and so do the clients that they generate. */
export function withPublicNames(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document).replace(/("#\/components\/schemas\/\w+?)Dto"/g, '$1"');
  const renamed = JSON.parse(text) as OpenAPIObject;
  const schemas = Object.entries(renamed.components?.schemas ?? {});
  renamed.components = {
    ...renamed.components,
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name.replace(/Dto$/, ''), schema])),
  };
  return renamed;
}
