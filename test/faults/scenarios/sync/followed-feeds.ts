import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCli, startCli } from '../../../kit/process/program.js';
import type { Service } from '../../../kit/process/service.js';
import { FollowedFleet } from '../../../kit/sync/followed-fleet.js';
import { SeededRandom } from '../../../../demo/seed/seeded-random.js';
import { newCustomer } from '../../stage/fixtures.js';
import { onEmptyDatabases } from '../../stage/instances.js';
import { startService } from '../../stage/service.js';
import { count, type Scenario, type Stage } from '../../stage/stage.js';

const ENTERPRISES = ['acme', 'other'];
const WRITERS = 4;
const READERS = 5;
/** Of one import, which is one transaction: fewer than the importer takes at once. */
const RECORDS_IN_FILE = 1_000;

/**
 * Why a file whose import died after its commit refuses a line when it is loaded again: the line removes a record that a later line has
 * moved to another device. The later line has its effect again, so nothing is lost.
 */
const MOVED_ON = 'device_id: the record is not one of this device';

/** What a run is to come to. */
interface Amount {
  readonly writes: number;
  readonly everyMs: number;
}

export const followedFeeds: Scenario = {
  name: 'Followed feeds',
  run: async (stage) => {
    const amount = stage.isShort ? { writes: 4_000, everyMs: 1_000 } : { writes: 500_000, everyMs: 4_000 };
    const folder = mkdtempSync(join(tmpdir(), 'cda-test-feeds-'));
    try {
      await onEmptyDatabases(stage, (engine, databaseUrl) =>
        new Trial(stage, engine, databaseUrl, amount, folder).run(),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Importers that write at random, readers that follow every route, and something that dies all the time. */
class Trial {
  private readonly seed = Date.now() % 1_000_000;
  private readonly random = new SeededRandom(this.seed);
  private readonly services: Service[] = [];
  private writing = 0;
  private written = 0;
  private readonly deaths = { services: 0, importers: 0, database: 0 };
  private broken = '';

  constructor(
    private readonly stage: Stage,
    private readonly engine: string,
    private readonly databaseUrl: string,
    private readonly amount: Amount,
    private readonly folder: string,
  ) {}

  async run(): Promise<void> {
    const fleet = await this.prepare();
    this.writing = WRITERS;
    const numbers = (some: number) => Array.from({ length: some }, (_none, at) => at);
    await Promise.all([
      ...numbers(WRITERS).map((at) => this.write(fleet, at)),
      ...numbers(READERS).map((at) => this.read(fleet, at)),
      this.kill(),
    ]);
    await fleet.catchUp(this.origin(0));
    this.report(fleet, await fleet.differences(this.origin(0)));
    await Promise.all(this.services.map((service) => service.stop()));
  }

  private async prepare(): Promise<FollowedFleet> {
    const enterprises = ENTERPRISES.map((id) => ({ id, name: id, time_zone: 'Europe/Berlin' }));
    const first = this.file('enterprises', enterprises);
    const { status, stderr } = await runCli(['import', first], this.env);
    if (status !== 0) throw new Error(stderr);
    for (let at = 0; at < 2; at++)
      this.services.push(await startService(this.databaseUrl, { COMPRESSION: 'off' }));
    const headers = new Map<string, Readonly<Record<string, string>>>();
    for (const enterprise of ENTERPRISES) {
      headers.set(enterprise, await newCustomer(this.services[0]?.port ?? 0, enterprise));
    }
    const fleet = new FollowedFleet(headers, WRITERS, READERS, this.seed);
    const devices = this.file('devices', fleet.firstDevices());
    await runCli(['import', devices], this.env);
    return fleet;
  }

  /** Loads a file after the other, each a transaction of its own: run again after its death, it changes nothing that it has done. */
  private async write(fleet: FollowedFleet, writer: number): Promise<void> {
    const random = new SeededRandom(this.seed + 1_000 + writer);
    try {
      for (let lines = 0; lines < this.amount.writes / WRITERS;) {
        const { kind, records } = fleet.batchOf(writer, RECORDS_IN_FILE);
        const file = this.file(kind, records, `writer-${writer}`);
        for (let tries = 1; !(await this.import(file, random, tries > 1)); tries++) await wait(200);
        lines += records.length;
        this.written += records.length;
      }
    } catch (error) {
      this.broken ||= String(error);
    }
    this.writing--;
  }

  private async import(file: string, random: SeededRandom, isAgain: boolean): Promise<boolean> {
    const importer = startCli(['import', file], this.env);
    const isToDie = random.chance(0.15);
    const death = isToDie && setTimeout(() => importer.signal('SIGKILL'), random.whole(300, 1_499));
    const { status, stdout } = await importer.outcome();
    clearTimeout(death || undefined);
    if (status === null) this.deaths.importers++;
    const refused = status === 2 ? reasonsIn(file.replace(/\.ndjson$/, '.rejects.ndjson')) : [];
    if (refused.some((reason) => !isAgain || reason !== MOVED_ON))
      throw new Error(`An import refused lines: ${refused[0]}; ${stdout.slice(0, 300)}`);
    return status === 0 || status === 2;
  }

  private async read(fleet: FollowedFleet, reader: number): Promise<void> {
    try {
      while (this.writing > 0) await fleet.read(reader, this.origin(reader + this.random.whole(0, 1)));
    } catch (error) {
      this.broken ||= String(error);
    }
  }

  /** In turn the database and a service, where that can be; both are there again at the end. */
  private async kill(): Promise<void> {
    for (let turn = 0; this.writing > 0; turn++) {
      await wait(this.amount.everyMs);
      const { server } = this.stage;
      if (this.engine === 'MariaDB' && turn % 2 === 0) {
        await server.stop('SIGKILL');
        await server.start();
        this.deaths.database++;
        continue;
      }
      const at = this.random.whole(0, this.services.length - 1);
      await this.services[at]?.kill();
      this.deaths.services++;
      const port = this.services[at]?.port;
      this.services[at] = await startService(this.databaseUrl, { COMPRESSION: 'off' }, port);
    }
  }

  private report(fleet: FollowedFleet, differences: readonly string[]): void {
    const { services, importers, database } = this.deaths;
    const figures =
      `${count(this.written)} writes by ${WRITERS} importers, ${count(fleet.answers)} answers with ${count(fleet.items)} items to ${READERS} readers; ` +
      `killed: ${services} services, ${importers} importers${database ? `, the database ${database} times` : ''}; seed ${this.seed}`;
    const failure = this.broken || differences[0];
    this.stage.found(
      `${this.engine}: every copy that follows its tokens is the table, row for row`,
      failure === undefined || failure === '',
      failure ? `${failure} (${figures})` : figures,
    );
    const [first] = fleet.violations;
    this.stage.found(
      `${this.engine}: no item came twice in an answer or without a change`,
      first === undefined,
      first === undefined
        ? `${count(fleet.items)} items`
        : `${fleet.violations.length}: ${first} (${figures})`,
    );
  }

  private origin(at: number): string {
    return this.services[at % this.services.length]?.url ?? '';
  }

  private get env(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.databaseUrl };
  }

  /** Files are told apart by their names: each writer has a folder of its own. */
  private file(kind: string, records: readonly object[], writer = 'first'): string {
    const folder = mkdtempSync(join(this.folder, writer));
    const path = join(folder, `${kind}.ndjson`);
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return path;
  }
}

const reasonsIn = (rejects: string): string[] =>
  readFileSync(rejects, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { reason: string }).reason);
