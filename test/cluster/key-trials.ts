import { Agent } from 'node:http';
import { customer, manage } from '../faults/stage/fixtures.js';
import { send, type Reply } from '../faults/stage/requests.js';
import { KNOWN } from './known-load.js';

const PATH = '/api/v1/device/id/device-0';

let trials = 0;

/** Creates keys through one instance, deletes them through the next one, and tries them on all. */
export class KeyTrials {
  deleted = 0;
  stale = 0;
  refused = 0;
  readonly failures: string[] = [];
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly ports: readonly number[]) {}

  async try(): Promise<void> {
    const number = ++trials;
    const portOf = (at: number): number => this.ports[at % this.ports.length]!;
    const wanted = { application: `Trial ${process.pid}-${number}`, scopes: ['device:GetDetail'] };
    const created = await manage(portOf(number), 'POST', '', wanted, KNOWN);
    if (!this.isAsExpected(created, 201)) return;
    const { id, key } = JSON.parse(created.body) as { id: string; key: string };
    for (const reply of await this.tryEverywhere(key)) this.isAsExpected(reply, 200);
    const deleted = await manage(portOf(number + 1), 'DELETE', `/${id}`, undefined, KNOWN);
    if (!this.isAsExpected(deleted, 204)) return;
    const after = await this.tryEverywhere(key);
    this.deleted++;
    if (after.some(({ status }) => status === 200)) this.stale++;
    for (const reply of after) if (reply.status !== 200) this.isAsExpected(reply, 401);
  }

  private isAsExpected({ status, failure, body }: Reply, expected: number): boolean {
    if (status === 503) this.refused++;
    else if (status !== expected)
      this.failures.push(`${status} for ${expected} ${failure} ${body.slice(0, 200)}`);
    return status === expected;
  }

  private tryEverywhere(key: string): Promise<Reply[]> {
    const headers = customer(key, KNOWN);
    return Promise.all(this.ports.map((port) => send(port, PATH, { headers, agent: this.agent })));
  }
}
