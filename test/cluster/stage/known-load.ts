import { Agent } from 'node:http';
import { send } from '../../faults/stage/load/client.js';
import { SteadyLoad } from '../../faults/stage/load/steady-load.js';
import type { KnownRequest } from './known-fleet.js';

/** Requests a second. */
export const RATE = 200;

/** What became of one request. */
export interface Answer {
  /** When it was sent. */
  readonly at: number;
  readonly ms: number;
  /** `refused` is a 503, `failed` whatever else is not a whole answer. */
  readonly was: 'right' | 'wrong' | 'refused' | 'failed';
  /** What it was instead of right. */
  readonly instead: string;
}

/** Asks for all that is known, over and over, and looks at every byte that comes. */
export class KnownLoad {
  // as many connections as it takes: a request that waits for one here would look slow
  private readonly agent = new Agent({ keepAlive: true });
  private readonly load: SteadyLoad<Answer>;
  private readonly began = performance.now();

  constructor(port: number, known: readonly KnownRequest[], rate = RATE) {
    // a step without a common divisor goes through all of them, the kinds mixed
    this.load = new SteadyLoad(rate, (_agent, at) => this.ask(port, known[(at * 29) % known.length]!));
  }

  /** All answers, and how many a second were asked for. */
  async end(): Promise<{ readonly answers: readonly Answer[]; readonly rate: number }> {
    const seconds = (performance.now() - this.began) / 1000;
    const rate = this.load.replies.length / seconds;
    const answers = await this.load.end();
    this.agent.destroy();
    return { answers, rate };
  }

  private async ask(port: number, { path, headers, body: expected }: KnownRequest): Promise<Answer> {
    const at = performance.now();
    const { status, body, isComplete, failure, ms } = await send(port, path, { headers, agent: this.agent });
    const instead = `${status} ${failure} ${body.slice(0, 200)} (${path})`;
    const answer = { at, ms, instead };
    if (status === 503 && isComplete) return { ...answer, was: 'refused' };
    if (status !== 200 || !isComplete) return { ...answer, was: 'failed' };
    return body === expected ? { ...answer, instead: '', was: 'right' } : { ...answer, was: 'wrong' };
  }
}
