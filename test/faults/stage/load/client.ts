import { globalAgent } from 'node:http';
import { send as sendTo, type Received, type Sent as Wanted } from '../../../kit/http/http.js';

export type Sent = Omit<Wanted, 'path'>;

export interface Reply extends Received {
  readonly failure: string;
}

/** Sends one request and takes what comes: never throws, so that every way of failing can be counted. */
export function send(port: number, path: string, sent: Sent = {}): Promise<Reply> {
  const began = performance.now();
  return sendTo(`http://127.0.0.1:${port}`, { agent: globalAgent, timeoutMs: 30_000, ...sent, path }).then(
    (received) => ({ ...received, failure: received.isComplete ? '' : 'broken off' }),
    (error: unknown) => ({
      status: 0, // no answer at all
      headers: {},
      bytes: Buffer.alloc(0),
      body: '',
      ms: performance.now() - began,
      isComplete: false,
      failure: String(error),
    }),
  );
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
