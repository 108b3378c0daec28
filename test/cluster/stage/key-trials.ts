import { Agent } from 'node:http';
import { send, type Reply } from '../../faults/stage/load/client.js';
import { customer, manage } from '../../faults/stage/fixtures.js';
import { TRIED } from './known-fleet.js';

const PATH = '/api/v1/device/id/device-0';

let trials = 0;

/** Makes keys through one instance after the other, removes them through the next, and then tries them at all. */
export class KeyTrials {
  /** Keys that were removed for certain, and how often one of them still opened something. */
  removed = 0;
  stale = 0;
  /** Requests that somebody refused for a moment: nothing can be said of them. */
  refused = 0;
  /** What was none of that. */
  readonly failures: string[] = [];
  private tried = 0;
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly ports: readonly number[]) {}

  async trial(at: number): Promise<void> {
    const wanted = { application: `Trial ${process.pid}-${++trials}`, scopes: ['device:GetDetail'] };
    const made = await manage(this.portOf(at), 'POST', '', wanted, TRIED);
    if (!this.isAsExpected(made, 201)) return;
    const { id, key } = JSON.parse(made.body) as { id: string; key: string };
    for (const reply of await this.tryEverywhere(key)) this.isAsExpected(reply, 200);
    const removed = await manage(this.portOf(at + 1), 'DELETE', `/${id}`, undefined, TRIED);
    if (!this.isAsExpected(removed, 204)) return;
    const after = await this.tryEverywhere(key);
    this.removed++;
    if (after.some(({ status }) => status === 200)) this.stale++;
    for (const reply of after) if (reply.status !== 200) this.isAsExpected(reply, 401);
  }

  private isAsExpected(reply: Reply, status: number): boolean {
    if (reply.status === status) return true;
    if (reply.status === 503) this.refused++;
    else
      this.failures.push(`${reply.status} instead of ${status} ${reply.failure} ${reply.body.slice(0, 200)}`);
    return false;
  }

  private tryEverywhere(key: string): Promise<Reply[]> {
    // from addresses of their own: whoever is refused often from one is refused there in the end
    const from = `10.${this.tried >> 16}.${(this.tried >> 8) & 255}.${this.tried++ & 255}`;
    const headers = { ...customer(key, TRIED), 'x-forwarded-for': from };
    return Promise.all(this.ports.map((port) => send(port, PATH, { headers, agent: this.agent })));
  }

  private portOf(at: number): number {
    return this.ports[at % this.ports.length] ?? 0;
  }
}
