import { Agent, globalAgent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send as sendTo, type HttpResponse, type HttpRequest } from '../../kit/http/http.js';

const TICK_MS = 10;

export interface Reply extends HttpResponse {
  readonly failure: string;
}

/** Sends a request. Never throws, so that every failure can be counted. */
export function send(port: number, path: string, sent: Omit<HttpRequest, 'path'> = {}): Promise<Reply> {
  const began = performance.now();
  return sendTo(`http://127.0.0.1:${port}`, { agent: globalAgent, timeoutMs: 30_000, ...sent, path }).then(
    (received) => ({ ...received, failure: received.isComplete ? '' : 'truncated' }),
    (error: unknown) => ({
      status: 0,
      headers: {},
      bytes: Buffer.alloc(0),
      body: '',
      ms: performance.now() - began,
      isComplete: false,
      failure: String(error),
    }),
  );
}

export const isUnavailable = (reply: Reply): boolean =>
  reply.status === 503 &&
  reply.isComplete &&
  reply.headers['content-type'] === 'application/problem+json' &&
  Number(reply.headers['retry-after']) > 0 &&
  reply.body.includes('"code":"unavailable"');

export const isServed = ({ status, isComplete }: Reply): boolean => status === 200 && isComplete;

export const example = (replies: readonly Reply[]): string =>
  replies
    .slice(0, 1)
    .map(({ status, failure, body }) => `, one was ${status} ${failure} ${body.slice(0, 200)}`)
    .join('');

export async function waitUntilReady(port: number): Promise<void> {
  while ((await send(port, '/health/ready')).status !== 200) await wait(50);
}

type SendRequest<Result> = (agent: Agent, at: number) => Promise<Result>;

export class SteadyLoad<Result = Reply> {
  readonly replies: Promise<Result>[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly began = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly perSecond: number,
    private readonly send: SendRequest<Result>,
  ) {
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  async end(): Promise<Result[]> {
    clearInterval(this.timer);
    const replies = await Promise.all(this.replies);
    this.agent.destroy();
    return replies;
  }

  private tick(): void {
    const due = ((performance.now() - this.began) / 1000) * this.perSecond;
    while (this.replies.length < due) this.replies.push(this.send(this.agent, this.replies.length));
  }
}

export const steadyLoad = (
  perSecond: number,
  port: number,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): SteadyLoad =>
  new SteadyLoad(perSecond, (agent, at) => send(port, paths[at % paths.length]!, { headers, agent }));

export function repeatUntilStopped<Result>(
  task: () => Promise<Result>,
  pauseMs: number,
): () => Promise<Result[]> {
  let isOver = false;
  const repeat = async (): Promise<Result[]> => {
    const results: Result[] = [];
    while (!isOver) {
      results.push(await task());
      await wait(pauseMs);
    }
    return results;
  };
  const results = repeat();
  return () => {
    isOver = true;
    return results;
  };
}
