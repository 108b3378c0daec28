import { setTimeout as wait } from 'node:timers/promises';
import { newCustomer } from '../../faults/stage/fixtures.js';
import { count } from '../../faults/stage/stage.js';
import type { Findings } from '../../faults/stage/findings/findings.js';
import { FollowedFleet } from '../../kit/sync/followed-fleet.js';
import { importRecords } from './import-records.js';

const ENTERPRISES = 2;
let made = 0;
const READERS = 2;
const RECORDS = 200;
const IMPORT_EVERY_MS = 3_000;
const READ_EVERY_MS = 60;
const TRY_AGAIN_MS = 500;

/** Enterprises in which something changes all the time, an importer that writes them, and readers that follow them by their tokens. */
export class ChangingFleet {
  private isOver = false;
  private imported = 0;
  private repeated = 0;
  private broken = '';
  private readonly work: Promise<unknown>;

  private constructor(
    private readonly origin: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly fleet: FollowedFleet,
  ) {
    const readers = Array.from({ length: READERS }, (_none, at) => this.read(at));
    this.work = Promise.all([this.write(), ...readers]).catch((error: unknown) => {
      this.broken ||= String(error);
    });
  }

  static async start(origin: string, env: NodeJS.ProcessEnv): Promise<ChangingFleet> {
    // of its own: nothing else stands there
    const ids = Array.from({ length: ENTERPRISES }, () => `moving-${++made}`);
    const enterprises = ids.map((id) => ({ id, name: id, time_zone: 'UTC' }));
    await load({ enterprises }, env);
    const headers = new Map<string, Readonly<Record<string, string>>>();
    for (const enterprise of ids) {
      headers.set(enterprise, await newCustomer(Number(new URL(origin).port), enterprise));
    }
    const fleet = new FollowedFleet(headers, 1, READERS, Date.now() % 1_000_000);
    await load({ devices: fleet.firstDevices() }, env);
    return new ChangingFleet(origin, env, fleet);
  }

  /** Ends writing and reading, and says whether every copy is what stands. */
  async report(findings: Findings, where: string): Promise<void> {
    this.isOver = true;
    await this.work;
    await wait(1_000); // a reader may be behind by what is being applied
    const { fleet } = this;
    if (!this.broken) await fleet.catchUp(this.origin);
    const [different] = this.broken ? [this.broken] : await fleet.differences(this.origin);
    const [twice] = fleet.violations;
    findings.found(
      `${where}: feeds followed token by token miss nothing and bring nothing twice`,
      different === undefined && twice === undefined,
      `${count(fleet.items)} items in ${count(fleet.answers)} answers to ${READERS} readers, ${count(this.imported)} imports of ${RECORDS} records, ` +
        `${count(this.repeated)} of them repeated` +
        [different, twice]
          .filter((text) => text !== undefined)
          .map((text) => `; ${text}`)
          .join(''),
    );
  }

  private async write(): Promise<void> {
    while (!this.isOver && !this.broken) {
      const { kind, records } = this.fleet.batchOf(0, RECORDS);
      while (!this.broken && !(await load({ [kind]: [...records] }, this.env))) {
        this.repeated++;
        await wait(TRY_AGAIN_MS);
      }
      this.imported++;
      await wait(IMPORT_EVERY_MS);
    }
  }

  private async read(reader: number): Promise<void> {
    while (!this.isOver && !this.broken) {
      await this.fleet.read(reader, this.origin);
      await wait(READ_EVERY_MS);
    }
  }
}

/** Whether it went well; what did not can be loaded again. */
async function load(records: Record<string, object[]>, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { status, stdout } = await importRecords(records, env);
  if (status === 2) throw new Error(`An import refused lines: ${stdout.slice(0, 300)}`);
  return status === 0;
}
