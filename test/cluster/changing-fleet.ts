import { setTimeout as wait } from 'node:timers/promises';
import type { Findings } from '../faults/stage/findings.js';
import { importRecords, newCustomer, type Headers } from '../faults/stage/fixtures.js';
import { count } from '../faults/stage/stage.js';
import { FollowedFleet } from '../kit/sync/followed-fleet.js';
import type { Deployment } from './deployment.js';

const READERS = 2;
const RECORDS = 200;
const IMPORT_EVERY_MS = 3_000;
const READ_EVERY_MS = 60;
const RETRY_AFTER_MS = 500;
let createdEnterprises = 0;

export class ChangingFleet {
  private isOver = false;
  private imported = 0;
  private repeated = 0;
  private failure = '';
  private readonly work: Promise<unknown>;

  private constructor(
    private readonly deployment: Deployment,
    private readonly fleet: FollowedFleet,
  ) {
    const readers = Array.from({ length: READERS }, (_none, at) => this.read(at));
    this.work = Promise.all([this.write(), ...readers]).catch((error: unknown) => {
      this.failure ||= String(error);
    });
  }

  static async start(deployment: Deployment): Promise<ChangingFleet> {
    const ids = [`changing-${++createdEnterprises}`, `changing-${++createdEnterprises}`];
    await load({ enterprises: ids.map((id) => ({ id, name: id, time_zone: 'UTC' })) }, deployment);
    const headers = new Map<string, Headers>();
    for (const id of ids) headers.set(id, await newCustomer(deployment.port, id));
    const fleet = new FollowedFleet(headers, 1, READERS, Date.now() % 1_000_000);
    await load({ devices: fleet.firstDevices() }, deployment);
    return new ChangingFleet(deployment, fleet);
  }

  async report(findings: Findings, title: string): Promise<void> {
    this.isOver = true;
    await this.work;
    await wait(1_000); // A replica can lag
    const { fleet, imported, repeated } = this;
    const { origin } = this.deployment;
    if (!this.failure) await fleet.catchUp(origin);
    const differences = this.failure ? [this.failure] : await fleet.differences(origin);
    const problems = [...differences, ...fleet.violations];
    findings.record(
      `${title}: feeds that are followed token by token miss no item and repeat none`,
      problems.length === 0,
      `${count(fleet.items)} items in ${count(fleet.responses)} responses to ${READERS} readers, ${count(imported)} imports of ${RECORDS} records, ` +
        `${count(repeated)} of them repeated ${problems[0] ?? ''}`,
    );
  }

  private async write(): Promise<void> {
    while (!this.isOver && !this.failure) {
      const { kind, records } = this.fleet.batchOf(0, RECORDS);
      while (!this.failure && !(await load({ [kind]: records }, this.deployment))) {
        this.repeated++;
        await wait(RETRY_AFTER_MS);
      }
      this.imported++;
      await wait(IMPORT_EVERY_MS);
    }
  }

  private async read(reader: number): Promise<void> {
    while (!this.isOver && !this.failure) {
      await this.fleet.read(reader, this.deployment.origin);
      await wait(READ_EVERY_MS);
    }
  }
}

async function load(records: Record<string, readonly object[]>, { env }: Deployment): Promise<boolean> {
  const { status, stdout } = await importRecords(records, env);
  if (status === 2) throw new Error(`An import rejected lines: ${stdout.slice(0, 300)}`);
  return status === 0;
}
