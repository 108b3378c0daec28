import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Sends the path byte for byte. `fetch` would normalize it. */
export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
  readonly timeoutMs?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: string;
  /** False for a truncated response. */
  readonly isComplete: boolean;
  readonly ms: number;
}

const keepAlive = new Agent({ keepAlive: true, keepAliveMsecs: 500, timeout: 25_000 });

/** Closes the connections to one service only, because the browser tests share a service that runs until a later file. */
export function closeConnections(origin: string): void {
  const name = `${new URL(origin).host}:`;
  for (const sockets of [keepAlive.freeSockets[name], keepAlive.sockets[name]])
    for (const socket of [...(sockets ?? [])]) socket.destroy();
}

/** Sends one request. Rejects only if no response head arrives. */
export function send(origin: string, sent: HttpRequest): Promise<HttpResponse> {
  const { path, method = 'GET', headers: requestHeaders = {}, body, agent = keepAlive, timeoutMs } = sent;
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...requestHeaders } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => undefined); // `isComplete` is false for a truncated response
        incoming.on('close', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers, complete: isComplete } = incoming;
          resolve({
            status,
            headers,
            bytes,
            body: bytes.toString(),
            isComplete,
            ms: performance.now() - began,
          });
        });
      },
    );
    const timer =
      timeoutMs && setTimeout(() => outgoing.destroy(new Error('The response timed out')), timeoutMs);
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('error', (error) => {
      const ms = Math.round(performance.now() - began);
      const connection = outgoing.reusedSocket ? 'a reused connection' : 'a new connection';
      error.message += ` (${method} ${path} over ${connection}, after ${ms} ms)`;
      reject(error);
    });
    // With a string, Node would send the headers in its encoding too
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

export abstract class HttpClient {
  abstract send(sent: HttpRequest): Promise<HttpResponse>;

  get(path: string, headers: HttpRequest['headers'] = {}): Promise<HttpResponse> {
    return this.send({ path, headers });
  }

  head(path: string): Promise<HttpResponse> {
    return this.send({ method: 'HEAD', path });
  }

  post(path: string, body?: unknown, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.sendJson('POST', path, body, headers);
  }

  patch(path: string, body: unknown, headers?: HttpRequest['headers']): Promise<HttpResponse> {
    return this.sendJson('PATCH', path, body, headers);
  }

  sendJson(
    method: string,
    path: string,
    body?: unknown,
    extraHeaders: HttpRequest['headers'] = {},
  ): Promise<HttpResponse> {
    if (body === undefined) return this.send({ method, path, headers: extraHeaders });
    const headers = { 'content-type': 'application/json', ...extraHeaders };
    return this.send({ method, path, headers, body: JSON.stringify(body) });
  }

  delete(path: string, headers: HttpRequest['headers'] = {}): Promise<HttpResponse> {
    return this.send({ method: 'DELETE', path, headers });
  }
}

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

/** Returns the bytes of a GET request. */
export function getRequest(path: string, headers: Readonly<Record<string, string>>, version = '1.1'): string {
  const lines = Object.entries({ host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/${version}\r\n${lines.join('')}\r\n`;
}

export function parseResponse(text: string): HttpResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const fields = lines.map((line) => /^([^:]*): *(.*)$/.exec(line) ?? []);
  const headers = Object.fromEntries(fields.map(([, name = '', value]) => [name.toLowerCase(), value]));
  const body = rest.join('\r\n\r\n');
  const status = Number(statusLine.split(' ')[1]);
  return { status, headers, bytes: Buffer.from(body), body, isComplete: true, ms: 0 };
}

export function connectAndWait(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
  socket.write(text);
  return socket;
}

/**
 * Returns how the server closed the connection. Node reports a reset as a normal end if it arrives with
 * the last bytes. Only after a normal end can the client still write.
 */
export function connectionEnd(socket: Socket): Promise<'reset' | 'closed'> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve('reset'));
    socket.on('end', () => socket.write('\n', (error) => resolve(error ? 'reset' : 'closed')));
    socket.on('close', () => resolve('reset'));
    socket.resume();
  });
}
