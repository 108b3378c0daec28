import { accessibleNames, nameEverything } from './accessible.js';
import { fetchBeginning, longAnswers } from './long-answers.js';
import type { Document, Plugin, Schemes } from './swagger-ui.js';
import './page.css';

interface Definitions {
  reduce(merge: (all: Schemes, next: Schemes) => Schemes): Schemes | undefined;
  clear(): Definitions;
  push(all: Schemes): Definitions;
}

/** Shows both headers in one form with one button. */
const oneForm: Plugin = {
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (original: () => Definitions) => () => {
          const definitions = original();
          const all = definitions.reduce((together, next) => together.merge(next));
          // the browser sends the session cookie itself
          const typed = all?.filter((scheme) => scheme.get('in') !== 'cookie');
          return typed ? definitions.clear().push(typed) : definitions;
        },
      },
    },
  },
};

/** Removes the enterprise from the parameters, because the form has it already. */
function withoutEnterpriseParameter(document: Document): void {
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item)))
    operation.parameters = operation.parameters?.filter(({ name }) => name !== 'x-enterprise-id');
}

/** Optional parameters that a first request does not need. */
const CHOICES = ['fields', 'since', 'limit', 'device_id', 'status', 'If-None-Match'];

/**
 * Fills the forms with the last two complete days, which have data also in the demo. The document itself has fixed days, so that its
 * bytes never change. Removes the examples of optional parameters, which would limit the response.
 */
function withUsefulExamples(document: Document, today: Date): void {
  const dayAgo = (days: number): string => {
    const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, 12);
    return noon.toLocaleDateString('sv'); // Sweden writes days as the API does
  };
  const examples: Readonly<Record<string, string>> = { startdate: dayAgo(2), enddate: dayAgo(1) };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const parameter of operation.parameters ?? []) {
      if (CHOICES.includes(parameter.name)) delete parameter.example;
      if (parameter.in === 'query' && Object.hasOwn(examples, parameter.name))
        parameter.example = examples[parameter.name];
    }
}

const page = document.querySelector<HTMLElement>('#swagger-ui');
if (!page) throw new Error('The page has no element for the document');

const spec = (await (await fetch('openapi.json')).json()) as Document;
// requests go to the address of the page, which may differ from PUBLIC_URL
spec.servers = [{ url: location.origin + (page.dataset.basePath ?? '') }];
delete spec.info.license?.identifier; // Swagger UI would link it to a list of public licenses
withoutEnterpriseParameter(spec);
withUsefulExamples(spec, new Date());

SwaggerUIBundle({
  spec,
  domNode: page,
  plugins: [oneForm, longAnswers, accessibleNames],
  requestInterceptor: (request: object) => ({ ...request, userFetch: fetchBeginning }),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: true, theme: 'obsidian' },
  validatorUrl: null,
});
nameEverything(page);
