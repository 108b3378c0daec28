import { Agent } from 'node:http';
import { send, type Reply } from './client.js';

const TICK_MS = 10;

/** Requests at a fixed rate from this process, for as long as a scenario does something to the service. */
export class SteadyLoad<Answer = Reply> {
  readonly replies: Promise<Answer>[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly began = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly perSecond: number,
    private readonly ask: (agent: Agent, at: number) => Promise<Answer>,
  ) {
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  async end(): Promise<Answer[]> {
    clearInterval(this.timer);
    const replies = await Promise.all(this.replies);
    this.agent.destroy();
    return replies;
  }

  private tick(): void {
    const due = ((performance.now() - this.began) / 1000) * this.perSecond;
    while (this.replies.length < due) this.replies.push(this.ask(this.agent, this.replies.length));
  }
}

/** A load that asks one port for the same thing. */
export function steadyLoad(
  perSecond: number,
  port: number,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): SteadyLoad {
  return new SteadyLoad(perSecond, (agent, at) =>
    send(port, paths[at % paths.length] ?? '', { headers, agent }),
  );
}
