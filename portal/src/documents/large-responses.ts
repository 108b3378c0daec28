import type { SwaggerUiPlugin } from './swagger-ui.js';

/** The maximum size of a shown response. The layout of a longer one blocks a browser for minutes. */
const MAX_PREVIEW_BYTES = 100_000;
const MAX_ATTEMPTS = 50;

/** The complete responses by request URL, if the page shows only their beginning. */
const completeResponses = new Map<string, { readonly objectUrl: string; readonly bytes: number }>();

/** Downloads the complete response and returns the part that the page shows. */
export async function fetchPreview(url: string, request: RequestInit): Promise<Response> {
  discardResponse(url);
  const response = await fetch(url, request);
  const body = await response.blob();
  if (body.size <= MAX_PREVIEW_BYTES) return new Response(body.size === 0 ? null : body, response);
  completeResponses.set(url, { objectUrl: URL.createObjectURL(body), bytes: body.size });
  const preview = await body.slice(0, MAX_PREVIEW_BYTES).text();
  return new Response(body.type.includes('json') ? formatItems(preview) : preview, response);
}

function discardResponse(url: string): void {
  const complete = completeResponses.get(url);
  if (complete) URL.revokeObjectURL(complete.objectUrl);
  completeResponses.delete(url);
}

/** Returns the first items of a JSON array, formatted. Returns any other text unchanged. */
function formatItems(preview: string): string {
  let end = preview.length;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    end = preview.lastIndexOf('},{', end - 1);
    if (end < 0) break;
    try {
      const items = JSON.stringify(JSON.parse(`${preview.slice(0, end + 1)}]`), null, '  ');
      return items.slice(0, items.lastIndexOf('\n', MAX_PREVIEW_BYTES));
    } catch {
      // the cut was inside an item, so try the item before
    }
  }
  return preview;
}

/** Shows the beginning of a long response, and a link to the complete one. */
export const largeResponses: SwaggerUiPlugin = {
  wrapComponents: {
    responseBody: (original, { React }) =>
      function ResponseBody(props: { url: string; content: unknown }) {
        const complete = completeResponses.get(props.url);
        if (!complete) return React.createElement(original, props);
        const name = new URL(props.url).pathname.split('/').filter(Boolean).join('-');
        return React.createElement(
          'div',
          { className: 'long-response' },
          React.createElement('h5', null, 'Response body'),
          React.createElement(
            'p',
            { role: 'status' },
            `The response has ${megabytes(complete.bytes)}. Only its beginning is shown. `,
            React.createElement(
              'a',
              { href: complete.objectUrl, download: name },
              'Save the complete response',
            ),
          ),
          typeof props.content === 'string' &&
            // without syntax highlighting, which takes seconds
            React.createElement(
              'div',
              { className: 'highlight-code' },
              React.createElement('pre', { className: 'microlight' }, props.content),
            ),
        );
      },
  },
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
