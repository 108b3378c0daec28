import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

/** What is sent, to the byte: unlike fetch, nothing is made of the path. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the answer came to its end; one that was broken off did not. */
  readonly complete: boolean;
}

const agent = new Agent({ keepAlive: true, keepAliveMsecs: 500, timeout: 25_000 });

/** Ends the connections that are kept for further requests. */
export function forgetConnections(): void {
  agent.destroy();
}

/** Sends one request and takes all that comes. Fails only when not even the head of an answer came. */
export function send(origin: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, hostname, port, method, path, headers: { ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', () => undefined); // broken off: `complete` says so
      incoming.on('close', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString('utf8'),
          complete: incoming.complete,
        }),
      );
    });
    outgoing.on('error', reject);
    // as bytes: with a text Node would send the headers in its encoding too
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

/** Sends bytes that need not be HTTP, and takes what comes until the service closes the connection. */
export function sendBytes(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

/** Takes the text of one answer apart. */
export function parseAnswer(text: string): Received {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), complete: true };
}
