import type { Plugin } from './swagger-ui.js';

/** More than this the page does not show: a browser that lays out a month of a fleet stands still for minutes. */
const MOST_SHOWN = 100_000;
const MOST_TRIES = 50;

interface Whole {
  readonly address: string;
  readonly bytes: number;
}

/** The whole of each answer of which the page shows a part, by the address that it came from. */
const wholes = new Map<string, Whole>();

/** Takes an answer whole, and hands on no more of it than is shown. */
export async function fetchBeginning(url: string, request: RequestInit): Promise<Response> {
  forget(url);
  const answer = await fetch(url, request);
  const body = await answer.blob();
  if (body.size <= MOST_SHOWN) return new Response(body.size === 0 ? null : body, answer);
  wholes.set(url, { address: URL.createObjectURL(body), bytes: body.size });
  const beginning = await body.slice(0, MOST_SHOWN).text();
  return new Response(body.type.includes('json') ? readable(beginning) : beginning, answer);
}

function forget(url: string): void {
  const whole = wholes.get(url);
  if (whole) URL.revokeObjectURL(whole.address);
  wholes.delete(url);
}

/** The first items of an array, each member on a line of its own; what cannot be read so stays as it is. */
export function readable(beginning: string): string {
  let end = beginning.length;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    end = beginning.lastIndexOf('},{', end - 1);
    if (end < 0) break;
    try {
      const items = JSON.stringify(JSON.parse(`${beginning.slice(0, end + 1)}]`), null, '  ');
      return items.slice(0, items.lastIndexOf('\n', MOST_SHOWN));
    } catch {
      // inside an item: the one before
    }
  }
  return beginning;
}

/** Where an answer was cut, says so and leads to the whole of it. */
export const longAnswers: Plugin = {
  wrapComponents: {
    responseBody: (original, { React }) =>
      function ResponseBody(props: { url: string; content: unknown }) {
        const whole = wholes.get(props.url);
        if (!whole) return React.createElement(original, props);
        const name = new URL(props.url).pathname.split('/').filter(Boolean).join('-');
        return React.createElement(
          'div',
          { className: 'long-answer' },
          React.createElement('h5', null, 'Response body'),
          React.createElement(
            'p',
            { role: 'status' },
            `The answer has ${megabytes(whole.bytes)}. Its beginning is shown. `,
            React.createElement('a', { href: whole.address, download: name }, 'Save the whole answer'),
          ),
          typeof props.content === 'string' &&
            // plain: colours would cost a browser seconds
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
