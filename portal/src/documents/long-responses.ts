import type { Plugin } from './swagger-ui.js';

/** The maximum size of a shown response. The layout of a longer one blocks a browser for minutes. */
const MOST_SHOWN = 100_000;
const MOST_TRIES = 50;

/** The complete responses by request URL, if the page shows only their beginning. */
const wholes = new Map<string, { readonly address: string; readonly bytes: number }>();

/** Downloads the complete response and returns the part that the page shows. */
export async function fetchBeginning(url: string, request: RequestInit): Promise<Response> {
  forget(url);
  const response = await fetch(url, request);
  const body = await response.blob();
  if (body.size <= MOST_SHOWN) return new Response(body.size === 0 ? null : body, response);
  wholes.set(url, { address: URL.createObjectURL(body), bytes: body.size });
  const beginning = await body.slice(0, MOST_SHOWN).text();
  return new Response(body.type.includes('json') ? readable(beginning) : beginning, response);
}

function forget(url: string): void {
  const whole = wholes.get(url);
  if (whole) URL.revokeObjectURL(whole.address);
  wholes.delete(url);
}

/** Returns the first items of a JSON array, formatted. Returns any other text unchanged. */
function readable(beginning: string): string {
  let end = beginning.length;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    end = beginning.lastIndexOf('},{', end - 1);
    if (end < 0) break;
    try {
      const items = JSON.stringify(JSON.parse(`${beginning.slice(0, end + 1)}]`), null, '  ');
      return items.slice(0, items.lastIndexOf('\n', MOST_SHOWN));
    } catch {
      // the cut was inside an item, so try the item before
    }
  }
  return beginning;
}

/** Shows the beginning of a long response, and a link to the complete one. */
export const longResponses: Plugin = {
  wrapComponents: {
    responseBody: (original, { React }) =>
      function ResponseBody(props: { url: string; content: unknown }) {
        const whole = wholes.get(props.url);
        if (!whole) return React.createElement(original, props);
        const name = new URL(props.url).pathname.split('/').filter(Boolean).join('-');
        return React.createElement(
          'div',
          { className: 'long-response' },
          React.createElement('h5', null, 'Response body'),
          React.createElement(
            'p',
            { role: 'status' },
            `The response has ${megabytes(whole.bytes)}. Only its beginning is shown. `,
            React.createElement('a', { href: whole.address, download: name }, 'Save the complete response'),
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
