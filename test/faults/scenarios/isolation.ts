import type { Document } from '../../kit/specification/openapi.js';
import { customer, FOREIGN, makeKey, OURS, THEIRS } from '../stage/fixtures.js';
import { send, type Reply } from '../stage/requests.js';
import { count, type Scenario } from '../stage/stage.js';

const DAYS = '?startdate=2026-01-01&enddate=2026-12-31';

interface Tenant {
  readonly enterprise: string;
  readonly key: string;
  readonly devices: readonly string[];
  /** Only responses to the other tenant may contain this text. */
  readonly mark: string;
}

export const isolation: Scenario = {
  name: 'Isolation',
  run: async (stage) => {
    const { port } = await stage.start();
    const paths = await pathForms(port);
    const ours = await tenantOf(port, OURS, FOREIGN);
    const theirs = await tenantOf(port, THEIRS, `"enterprise_id":"${OURS}"`);
    const comparison = new Comparison(port);
    await comparison.readAll(ours, theirs, paths);
    await comparison.readAll(theirs, ours, paths);
    const { responses, foreign, comparisons, differences } = comparison;
    stage.found(
      'No answer holds a byte of another enterprise, by any key, device and path form',
      foreign.length === 0,
      `${foreign.length} of ${count(responses)} answers over ${paths.length} path forms ${foreign[0] ?? ''}`,
    );
    stage.found(
      'What is foreign and what is missing get identical answers but for request_id and instance',
      differences.length === 0,
      `${differences.length} differences in ${count(comparisons)} comparisons ${differences[0] ?? ''}`,
    );
  },
};

/** Returns every path of the document, with and without a slash at the end. */
async function pathForms(port: number): Promise<string[]> {
  const { paths } = JSON.parse((await send(port, '/docs/openapi.json')).body) as Document;
  return Object.keys(paths).flatMap((path) => [path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`]);
}

async function tenantOf(port: number, enterprise: string, mark: string): Promise<Tenant> {
  const { key } = await makeKey(port, enterprise);
  const list = await send(port, '/api/v1/device/', { headers: customer(key, enterprise) });
  const devices = (JSON.parse(list.body) as { id: string }[]).map(({ id }) => id);
  if (devices.length === 0) throw new Error(`${enterprise} has no devices`);
  return { enterprise, key, devices, mark };
}

class Comparison {
  responses = 0;
  comparisons = 0;
  /** Requests whose responses contain data of the other enterprise. */
  readonly foreign: string[] = [];
  readonly differences: string[] = [];

  constructor(private readonly port: number) {}

  /** Reads every path with each device of both tenants, and then for the other enterprise. */
  async readAll(tenant: Tenant, other: Tenant, paths: readonly string[]): Promise<void> {
    const ids = [...new Set([...tenant.devices, ...other.devices])];
    for (const path of paths) {
      const pathOf = (id: string): string => path.replace('{id}', encodeURIComponent(id));
      const missing = await this.read(tenant, pathOf('no-such-device'));
      const replies = path.includes('{id}')
        ? await Promise.all(ids.map((id) => this.read(tenant, pathOf(id))))
        : [];
      for (const [at, reply] of replies.entries()) {
        if (tenant.devices.includes(ids[at]!)) this.expect(`${path} ${ids[at]}`, reply, 200);
        else this.compare(`${path}, a foreign device and none`, reply, missing);
      }
      const foreign = await this.read(tenant, pathOf(other.devices[0]!), other.enterprise);
      const none = await this.read(tenant, pathOf(other.devices[0]!), 'no-such-enterprise');
      this.expect(`${path} for another enterprise`, foreign, 403);
      this.compare(`${path}, a foreign enterprise and none`, foreign, none);
    }
  }

  private async read({ enterprise, key, mark }: Tenant, path: string, named = enterprise): Promise<Reply> {
    const search = path.replace(/\/$/, '').endsWith('/bulk') ? DAYS : '';
    const request = () => send(this.port, path + search, { headers: customer(key, named) });
    let reply = await request();
    while (reply.status === 503) reply = await request();
    this.responses++;
    // A problem document repeats the path of the request
    const text = reply.status === 200 ? reply.body : comparable(reply);
    if (text.includes(mark)) this.foreign.push(`${enterprise} ${path}`);
    return reply;
  }

  private compare(what: string, one: Reply, other: Reply): void {
    this.comparisons++;
    const [first, second] = [comparable(one), comparable(other)];
    if (first !== second) this.differences.push(`${what}: ${first} and ${second}`);
  }

  private expect(what: string, { status }: Reply, wanted: number): void {
    this.comparisons++;
    if (status !== wanted) this.differences.push(`${what}: ${status}`);
  }
}

/** Returns the text of a response without what differs between any two: the request's id, its path and the time. */
function comparable({ status, headers, body }: Reply): string {
  const { 'x-request-id': _id, date: _date, 'content-length': _length, ...rest } = headers;
  const problem = { ...(JSON.parse(body) as object), request_id: '', instance: '' };
  return JSON.stringify({ status, rest, problem });
}
