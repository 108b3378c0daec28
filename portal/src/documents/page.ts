import { accessibleNames, nameEverything } from './accessible.js';
import { fetchBeginning, longResponses } from './long-responses.js';
import type { Document, Plugin, Schemes } from './swagger-ui.js';
import './page.css';

/** Shows the first paragraph of the description and folds the rest, so that the first screen has operations. */
function firstScreen(description: string): Plugin {
  const end = description.indexOf('\n\n');
  return {
    wrapComponents: {
      Markdown: (original, { React }) =>
        function Markdown(props: { source?: string }) {
          const part = (source: string) => React.createElement(original, { ...props, source });
          if (props.source !== description || end < 0) return React.createElement(original, props);
          return React.createElement(
            'div',
            null,
            part(description.slice(0, end)),
            React.createElement(
              'details',
              null,
              React.createElement('summary', null, 'Headers, formats, limits, errors, and versions'),
              part(description.slice(end)),
            ),
          );
        },
    },
  };
}

interface SentRequest {
  hasIn(path: readonly string[]): boolean;
  setIn(path: readonly string[], value: string): SentRequest;
}

const HEADER = ['headers', 'Authorization'];

/** Hides the key in the curl command of a request, so that a screenshot does not show it. */
const maskedKey: Plugin = {
  wrapComponents: {
    curl: (original, { React }) =>
      function Curl(props: { request: SentRequest }) {
        const { request } = props;
        const shown = request.hasIn(HEADER) ? request.setIn(HEADER, 'Bearer <API_KEY>') : request;
        return React.createElement(original, { ...props, request: shown });
      },
  },
};

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
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const shared = Object.values(document.components?.parameters ?? {});
  for (const parameter of [...shared, ...operations.flatMap(({ parameters = [] }) => parameters)]) {
    if (parameter.in !== 'query' && parameter.in !== 'header') continue;
    if (parameter.required !== true) delete parameter.example;
    if (Object.hasOwn(examples, parameter.name)) parameter.example = examples[parameter.name];
  }
}

const page = document.querySelector<HTMLElement>('#swagger-ui');
if (!page) throw new Error('The page has no element for the document');

const spec = (await (await fetch('openapi.json')).json()) as Document;
// requests go to the address of the page, which may differ from PUBLIC_URL
spec.servers = [{ url: location.origin + (page.dataset.basePath ?? '') }];
delete spec.info.license?.identifier; // Swagger UI would link it to a list of public licenses
withUsefulExamples(spec, new Date());

SwaggerUIBundle({
  spec,
  domNode: page,
  plugins: [oneForm, firstScreen(spec.info.description), maskedKey, longResponses, accessibleNames],
  requestInterceptor: (request: object) => ({ ...request, userFetch: fetchBeginning }),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: true, theme: 'obsidian' },
  validatorUrl: null,
});
nameEverything(page);
