import { plainDeepLinks, addMissingAttributes } from './accessibility.js';
import { fetchPreview, largeResponses } from './large-responses.js';
import type { OpenApiDocument, SwaggerUiPlugin, Schemes } from './swagger-ui.js';
import './page.css';

/** Shows the first paragraph of the description and collapses the rest, so that the first screen has operations. */
function collapsedDescription(description: string): SwaggerUiPlugin {
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

const AUTHORIZATION_HEADER = ['headers', 'Authorization'];

/** Hides the key in the curl command of a request, so that a screenshot does not show it. */
const maskedKey: SwaggerUiPlugin = {
  wrapComponents: {
    curl: (original, { React }) =>
      function Curl(props: { request: SentRequest }) {
        const { request } = props;
        const masked = request.hasIn(AUTHORIZATION_HEADER)
          ? request.setIn(AUTHORIZATION_HEADER, 'Bearer <API_KEY>')
          : request;
        return React.createElement(original, { ...props, request: masked });
      },
  },
};

interface Definitions {
  reduce(merge: (all: Schemes, next: Schemes) => Schemes): Schemes | undefined;
  clear(): Definitions;
  push(all: Schemes): Definitions;
}

/** Shows all security schemes that the user can enter in one form with one button. */
const singleForm: SwaggerUiPlugin = {
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (original: () => Definitions) => () => {
          const definitions = original();
          const combined = definitions.reduce((together, next) => together.merge(next));
          // the browser sends the session cookie itself
          const withoutCookies = combined?.filter((scheme) => scheme.get('in') !== 'cookie');
          return withoutCookies ? definitions.clear().push(withoutCookies) : definitions;
        },
      },
    },
  },
};

/**
 * Fills the forms with the last two complete days, which have data also in the demo. The document itself has fixed days, so that its
 * bytes never change. Removes the examples of optional parameters, which would limit the response.
 */
function setUsefulExamples(document: OpenApiDocument, today: Date): void {
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

async function fetchDocument(): Promise<OpenApiDocument> {
  const response = await fetch('openapi.json');
  if (!response.ok) throw new Error(`The request for the document failed with ${response.status}.`);
  return (await response.json()) as OpenApiDocument;
}

const spec = await fetchDocument().catch((error: unknown) => {
  page.role = 'alert';
  page.textContent = 'The API reference cannot be loaded. Check your connection, and reload the page.';
  throw error;
});
// requests go to the address of the page, which may differ from PUBLIC_URL
spec.servers = [{ url: location.origin + (page.dataset.basePath ?? '') }];
delete spec.info.license?.identifier; // Swagger UI would link it to a list of public licenses
setUsefulExamples(spec, new Date());

SwaggerUIBundle({
  spec,
  domNode: page,
  plugins: [
    singleForm,
    collapsedDescription(spec.info.description),
    maskedKey,
    largeResponses,
    plainDeepLinks,
  ],
  requestInterceptor: (request: object) => ({ ...request, userFetch: fetchPreview }),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: true, theme: 'obsidian' },
  validatorUrl: null,
});
addMissingAttributes(page);
