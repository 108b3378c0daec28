import { join } from 'node:path';
import { nodeCommand, run } from '../../test/kit/process/program.js';
import { newCustomer } from '../../test/faults/stage/fixtures.js';
import { ADMIN_TOKEN } from '../../test/kit/process/service.js';
import type { Contender } from '../contenders/contenders.js';
import { ExportFiles } from '../database/export-files.js';
import { PEPPER } from '../database/seed.js';
import type { Lab } from '../lab.js';
import { measureInRounds, median, ProcessMeter, ratiosToFirst } from './measure.js';
import { atLeast, atMost, type Finding, type Scenario } from './scenario.js';

const EXISTING = 600_000;
const PART = 40_000;
/** Small differences need many rounds. `--quick` uses `--rounds` instead. */
const PAIRS = 15;

export const imports: Scenario = {
  name: 'imports',
  async run(lab) {
    const files = new ExportFiles(join(lab.folder, 'imports'));
    const version = await Version.first(lab, 'bench_imports', files.fleet());
    const modes = {
      apart: async (a: string, b: string) => {
        await version.import(a);
        await version.import(b);
      },
      together: (a: string, b: string) => Promise.all([version.import(a), version.import(b)]),
    };
    const times = await ratiosToFirst(lab.options.rounds, ['apart', 'together'] as const, async (mode) => {
      const a = files.addLocations(PART);
      const b = files.addLocations(PART);
      const began = performance.now();
      await modes[mode](a, b);
      return performance.now() - began;
    });
    const missing = files.written - (await version.locationCount());
    await version.drop();
    return [
      atMost(
        'Two imports at the same time: time, relative to one after the other',
        times.get('together')!,
        'times',
        1.1,
      ),
      atMost('Locations that are missing afterwards', missing, '', 0),
    ];
  },
};

/** Compares this version with another. Runs only with `--before`. */
export const before: Scenario = {
  name: 'before',
  async run(lab) {
    const { before: folder, quick, rounds } = lab.options;
    if (folder === undefined) return [];
    const files = new ExportFiles(join(lab.folder, 'before'));
    const fleet = files.fleet();
    const existing = files.addLocations(EXISTING);
    const old = await Version.first(lab, 'bench_before', fleet, folder);
    const now = await Version.first(lab, 'bench_now', fleet);
    const versions = [old, now];
    for (const version of versions) await version.import(existing);
    const pairs = quick ? rounds : Math.max(rounds, PAIRS);
    const ratio = async (measure: (version: Version) => Promise<number>): Promise<number> =>
      (await ratiosToFirst(pairs, versions, measure)).get(now)!;

    const parts = Array.from({ length: pairs + 1 }, () => files.addLocations(PART));
    const next = new Map(versions.map((version) => [version, 0]));
    const importing = await ratio(async (version) => {
      const at = next.get(version)!;
      next.set(version, at + 1);
      const began = performance.now();
      await version.import(parts[at]!);
      return performance.now() - began;
    });
    const size = (await now.size()) / (await old.size());
    for (const version of versions) await version.serve(files.enterprise);
    const responses = async (
      title: string,
      measure: (version: Version) => Promise<Cost>,
    ): Promise<Finding[]> => {
      const costs = await measureInRounds(pairs, versions, measure);
      const toOld = (pick: (cost: Cost) => number): number =>
        median(costs.get(now)!.map((cost, round) => pick(cost) / pick(costs.get(old)![round]!)));
      return [
        atLeast(
          `${title}: rate, relative to the version before`,
          1 / toOld(({ time }) => time),
          'times',
          0.97,
        ),
        atMost(
          `${title}: CPU of service and database, relative to the version before`,
          toOld(({ cpu }) => cpu),
          'times',
          1.05,
        ),
      ];
    };
    const days = `startdate=${files.startdate}&enddate=${files.enddate}`;
    const findings = [
      ...(await responses('One device', (version) => version.request(`/api/v1/device/id/${files.device}`))),
      ...(await responses('Data usage of one device', (version) =>
        version.request(`/api/v1/device/datausage/id/${files.device}`),
      )),
      ...(await responses('All locations', (version) =>
        version.download(`/api/v1/device-location/bulk?${days}`),
      )),
    ];
    for (const version of versions) await version.drop();
    return [
      atLeast('Import of new locations: rate, relative to the version before', 1 / importing, 'times', 0.9),
      atMost('Locations with the columns of feeds: size, relative to the version before', size, 'times', 1.1),
      ...findings,
    ] satisfies Finding[];
  },
};

interface Cost {
  readonly time: number;
  readonly cpu: number;
}

class Version {
  private service: Contender | undefined;
  private headers: Readonly<Record<string, string>> = {};

  private constructor(
    private readonly lab: Lab,
    private readonly database: string,
    private readonly folder: string | undefined,
  ) {}

  static async first(lab: Lab, database: string, fleet: string, folder?: string): Promise<Version> {
    await lab.server.query(
      `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
    );
    const version = new Version(lab, database, folder);
    await version.import(fleet);
    return version;
  }

  async import(path: string): Promise<void> {
    const env = { DATABASE_URL: this.lab.server.url(this.database), KEY_PEPPER: PEPPER };
    const { status, stderr } = await run(nodeCommand(this.file('cli.js'), 'import', path), { env });
    if (status !== 0) throw new Error(stderr);
  }

  async locationCount(): Promise<number> {
    const [row] = await this.lab.server.query<{ count: string }>(
      'SELECT COUNT(*) AS count FROM locations',
      this.database,
    );
    return Number(row!.count);
  }

  async size(): Promise<number> {
    await this.lab.server.query('ANALYZE TABLE locations', this.database);
    const [row] = await this.lab.server.query<{ bytes: string }>(
      `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
       WHERE table_schema = '${this.database}' AND table_name IN ('locations', 'changes', 'removals')`,
    );
    return Number(row!.bytes);
  }

  async serve(enterprise: string): Promise<void> {
    const environment = { ADMIN_TOKEN };
    this.service = await this.lab.start('product', this.database, environment, this.file('main.js'));
    this.headers = await newCustomer(this.service.port, enterprise);
  }

  request(path: string): Promise<Cost> {
    return this.measure(async (port) => {
      const { rate, requests } = await this.lab.load({
        port,
        connections: 8,
        requests: [{ path, headers: this.headers }],
      });
      return { time: 1 / rate, requests };
    });
  }

  download(path: string): Promise<Cost> {
    return this.measure(async (port) => {
      const { ms } = await this.lab.download({ port, path, headers: this.headers });
      return { time: ms, requests: 1 };
    });
  }

  private async measure(work: (port: number) => Promise<{ time: number; requests: number }>): Promise<Cost> {
    const { port, program } = this.service!;
    const meters = [program.pid, this.lab.server.pid].map((pid) => new ProcessMeter(pid));
    const { time, requests } = await work(port);
    return { time, cpu: meters.reduce((sum, meter) => sum + meter.cpuSeconds, 0) / requests };
  }

  async drop(): Promise<void> {
    await this.service?.program.kill();
    await this.lab.server.query(`DROP DATABASE ${this.database}`);
  }

  private file(name: string): string {
    return this.folder === undefined ? `src/${name}` : join(this.folder, 'dist/src', name);
  }
}
