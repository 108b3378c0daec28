import type { Document } from '../../../kit/specification/openapi.js';
import { send, type Reply } from '../../stage/load/client.js';
import { customer, FOREIGN, makeKey, manage, OURS, THEIRS } from '../../stage/fixtures.js';
import { startService } from '../../stage/service.js';
import { count, type Scenario, type Stage } from '../../stage/stage.js';

const DAYS = '?startdate=2026-01-01&enddate=2026-12-31';
const MISSING = 'no-such-device';

/** A tenant: its key and what may never be in an answer to it. */
interface Tenant {
  readonly enterprise: string;
  readonly key: string;
  readonly devices: ReadonlySet<string>;
  readonly isForeign: (text: string) => boolean;
}

export const isolation: Scenario = {
  name: 'Isolation',
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const { port } = service;
    const paths = await pathForms(port);
    const tenants = await Promise.all([
      tenantOf(port, OURS, (text) => text.includes(FOREIGN)),
      tenantOf(port, THEIRS, (text) => text.includes(`"enterprise_id":"${OURS}"`)),
    ]);
    const matrix = new Matrix(port);
    for (const tenant of tenants) {
      const other = tenants.find((one) => one !== tenant) ?? tenant;
      await matrix.readEverything(tenant, other, paths);
      await matrix.nameOthers(tenant, other, paths);
    }
    await matrix.administer(tenants);
    matrix.report(stage, paths.length);
    await service.stop();
  },
};

/** Every path of the document, each with and without a slash at the end. */
async function pathForms(port: number): Promise<string[]> {
  const { paths } = JSON.parse((await send(port, '/docs/openapi.json')).body) as Document;
  return Object.keys(paths).flatMap((path) => {
    const bare = path.replace(/\/$/, '');
    return [bare, `${bare}/`];
  });
}

async function tenantOf(
  port: number,
  enterprise: string,
  isForeign: (text: string) => boolean,
): Promise<Tenant> {
  const { key } = await makeKey(port, enterprise);
  const list = await send(port, '/api/v1/device/', { headers: customer(key, enterprise) });
  const devices = new Set((JSON.parse(list.body) as { id: string }[]).map(({ id }) => id));
  if (devices.size === 0) throw new Error(`${enterprise} has no devices`);
  return { enterprise, key, devices, isForeign };
}

class Matrix {
  private answers = 0;
  private comparisons = 0;
  private readonly foreignBytes: string[] = [];
  private readonly differences: string[] = [];

  constructor(private readonly port: number) {}

  /** Every path form with every device that either of the two has, and with one that nobody has. */
  async readEverything(tenant: Tenant, other: Tenant, paths: readonly string[]): Promise<void> {
    const headers = customer(tenant.key, tenant.enterprise);
    for (const path of paths) {
      if (!path.includes('{id}')) {
        await this.ask(tenant, path, headers);
        continue;
      }
      const missing = await this.ask(tenant, path.replace('{id}', MISSING), headers);
      const devices = [...new Set([...tenant.devices, ...other.devices])];
      const replies = await Promise.all(
        devices.map((id) => this.ask(tenant, path.replace('{id}', encodeURIComponent(id)), headers)),
      );
      for (const [at, id] of devices.entries()) {
        const reply = replies[at];
        if (tenant.devices.has(id))
          this.expect(reply?.status === 200, `${path} ${id} answers ${reply?.status ?? 0}`);
        else this.compare(`${path}, a foreign device and none`, reply, missing);
      }
    }
  }

  /** The other's enterprise and one that nobody has, with a key that belongs to neither. */
  async nameOthers(tenant: Tenant, other: Tenant, paths: readonly string[]): Promise<void> {
    const [device = ''] = other.devices;
    for (const path of paths.map((form) => form.replace('{id}', encodeURIComponent(device)))) {
      const [foreign, none] = await Promise.all([
        this.ask(tenant, path, customer(tenant.key, other.enterprise)),
        this.ask(tenant, path, customer(tenant.key, 'no-such-enterprise')),
      ]);
      this.expect(foreign.status === 403, `${path} for another enterprise answers ${foreign.status}`);
      this.compare(`${path}, a foreign enterprise and none`, foreign, none);
    }
  }

  /** Changing the other's key and one that nobody has. */
  async administer(tenants: readonly Tenant[]): Promise<void> {
    const [ours, theirs] = tenants;
    if (!ours || !theirs) throw new Error('Two tenants are needed');
    const { id } = await makeKey(this.port, theirs.enterprise);
    const none = '00000000-0000-4000-8000-000000000000';
    for (const [method, rest, body] of [
      ['PATCH', '', { application: 'Taken over' }],
      ['POST', '/regenerate', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const [foreign, missing] = await Promise.all(
        [id, none].map((entry) => manage(this.port, method, `/${entry}${rest}`, body, ours.enterprise)),
      );
      this.expect(foreign?.status === 404, `${method} of another's key answers ${foreign?.status ?? 0}`);
      this.compare(`${method}, a foreign key and none`, foreign, missing);
    }
    const list = await manage(this.port, 'GET', '', undefined, ours.enterprise);
    this.expect(list.status === 200 && !list.body.includes(id), "another's key is listed");
  }

  report(stage: Stage, forms: number): void {
    stage.found(
      'No answer holds a byte of another enterprise, by any key, device and path form',
      this.foreignBytes.length === 0,
      `0 of ${count(this.answers)} answers over ${forms} path forms`.replace(
        /^0/,
        String(this.foreignBytes.length),
      ) + (this.foreignBytes[0] ? `: ${this.foreignBytes[0]}` : ''),
    );
    stage.found(
      'What is foreign and what is missing get identical answers but for request_id and instance',
      this.differences.length === 0,
      `${this.differences.length} differences in ${count(this.comparisons)} comparisons` +
        (this.differences[0] ? `: ${this.differences[0]}` : ''),
    );
  }

  private async ask(tenant: Tenant, path: string, headers: Record<string, string>): Promise<Reply> {
    const search = path.replace(/\/$/, '').endsWith('/bulk') ? DAYS : '';
    let reply = await send(this.port, path + search, { headers });
    while (reply.status === 503) reply = await send(this.port, path + search, { headers });
    this.answers++;
    // the path that was asked for is the caller's own
    const said = reply.status === 200 ? reply.body : JSON.stringify(comparable(reply));
    if (tenant.isForeign(said)) this.foreignBytes.push(`${tenant.enterprise} ${path}`);
    return reply;
  }

  private compare(what: string, one: Reply | undefined, other: Reply | undefined): void {
    this.comparisons++;
    const [first, second] = [one, other].map((reply) => JSON.stringify(reply && comparable(reply)));
    if (first !== second) this.differences.push(`${what}: ${first ?? ''} and ${second ?? ''}`);
  }

  private expect(isRight: boolean, what: string): void {
    this.comparisons++;
    if (!isRight) this.differences.push(what);
  }
}

/** An answer without what is different in any two: the id of the request, the path asked for, and the time. */
function comparable({ status, headers, body }: Reply): object {
  const { 'x-request-id': _id, date: _date, 'content-length': _length, ...rest } = headers;
  const {
    request_id: _requestId,
    instance: _instance,
    ...problem
  } = JSON.parse(body) as Record<string, unknown>;
  return { status, rest, problem };
}
