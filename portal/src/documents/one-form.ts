import type { Document, Plugin, Schemes } from './swagger-ui.js';

interface Definitions {
  reduce(merge: (all: Schemes, next: Schemes) => Schemes): Schemes | undefined;
  clear(): Definitions;
  push(all: Schemes): Definitions;
}

/** One form for all that a caller sends: both headers stand in it, and one button takes them. */
export const oneForm: Plugin = {
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (original: () => Definitions) => () => {
          const definitions = original();
          const all = definitions.reduce((together, next) => together.merge(next));
          // the cookie of a session is the browser's to send
          const typed = all?.filter((scheme) => scheme.get('in') !== 'cookie');
          return typed ? definitions.clear().push(typed) : definitions;
        },
      },
    },
  },
};

/** The form asks for the enterprise once: as a parameter of every operation as well, it would be asked for again. */
export function withoutEnterpriseParameter(document: Document): void {
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item)))
    operation.parameters = operation.parameters?.filter(({ name }) => name !== 'x-enterprise-id');
}
