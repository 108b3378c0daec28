import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent;
  readonly timeoutMs?: number;
}

export interface Reply {
  /** 0 where there was no answer at all. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
  /** Whether the answer came to its end as HTTP defines it. */
  readonly isComplete: boolean;
  readonly failure: string;
}

/** Sends one request and takes what comes: never throws, so that every way of failing can be counted. */
export function send(port: number, path: string, sent: Sent = {}): Promise<Reply> {
  const { method = 'GET', headers = {}, body, agent, timeoutMs = 30_000 } = sent;
  const began = performance.now();
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let status = 0;
    let answered: IncomingHttpHeaders = {};
    const settle = (isComplete: boolean, failure = ''): void => {
      clearTimeout(timer);
      const text = Buffer.concat(pieces).toString('utf8');
      resolve({ status, headers: answered, body: text, ms: performance.now() - began, isComplete, failure });
    };
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent }, (incoming) => {
      status = incoming.statusCode ?? 0;
      answered = incoming.headers;
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => settle(incoming.complete));
      incoming.on('error', (error) => settle(false, error.message));
    });
    const timer = setTimeout(() => {
      settle(false, 'no answer in time');
      outgoing.destroy();
    }, timeoutMs);
    outgoing.on('error', (error) => settle(false, error.message));
    outgoing.end(body);
  });
}

export const problemCode = (reply: Reply): string => {
  try {
    return (JSON.parse(reply.body) as { code?: string }).code ?? '';
  } catch {
    return '';
  }
};

/** The 503 that a client is promised: a problem document that says when to try again. */
export const isUnavailable = (reply: Reply): boolean =>
  reply.status === 503 &&
  reply.isComplete &&
  reply.headers['content-type'] === 'application/problem+json' &&
  Number(reply.headers['retry-after']) > 0 &&
  problemCode(reply) === 'unavailable';
