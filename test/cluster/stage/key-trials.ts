import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send, type Reply } from '../../faults/stage/client.js';
import { admin, customer } from '../../faults/stage/fixtures.js';
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
  private isOver = false;
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly ports: readonly number[]) {}

  /** Until `end`, with pauses. */
  async goOn(pauseMs: number): Promise<void> {
    for (let at = 0; !this.isOver; at++) {
      await this.trial(at);
      await wait(pauseMs);
    }
    this.agent.destroy();
  }

  end(): void {
    this.isOver = true;
  }

  async trial(at: number): Promise<void> {
    const application = `Trial ${process.pid}-${++trials}`;
    const made = await this.manage(at, 'POST', '', { application, scopes: ['device:GetDetail'] });
    if (!this.isAsExpected(made, 201)) return;
    const { id, key } = JSON.parse(made.body) as { id: string; key: string };
    for (const reply of await this.tryEverywhere(key)) this.isAsExpected(reply, 200);
    if (!this.isAsExpected(await this.manage(at + 1, 'DELETE', `/${id}`), 204)) return;
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

  private manage(at: number, method: string, path: string, body?: object): Promise<Reply> {
    return send(this.portOf(at), `/internal/v1/api-keys${path}`, {
      method,
      headers: { ...admin(TRIED), ...(body && { 'content-type': 'application/json' }) },
      agent: this.agent,
      ...(body && { body: JSON.stringify(body) }),
    });
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
