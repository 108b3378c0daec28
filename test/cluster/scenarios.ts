import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Findings, type Scenario } from '../faults/stage/findings.js';
import { customer, sendKeyRequest } from '../faults/stage/fixtures.js';
import { send, type Reply } from '../faults/stage/requests.js';
import { count, maximum, ms } from '../faults/stage/stage.js';
import type { DatabaseServer } from '../kit/database/database-server.js';
import { ChangingFleet } from './changing-fleet.js';
import type { Deployment } from './deployment.js';
import { KNOWN, loadKnownData, startKnownLoad } from './known-load.js';

const RATE = 200;
const RATE_DURING_TRIALS = 60;
const CALM_MS = 2_000;
const DOWN_MS = 8_000;
const SLOWEST_MS = 2_000;
const WRITER_REFUSED_FOR_MS = 1_500;
const TRIALS = 1_000;
const MAX_TRIALS = 5_000;
const WORKERS = 4;

export class ClusterStage extends Findings {
  private hasData = false;

  constructor(readonly deployment: Deployment) {
    super();
  }

  /** Runs a scenario. The instances must survive it without an error in their logs. */
  protected override async run(scenario: Scenario<this>): Promise<void> {
    const { instances, env } = this.deployment;
    if (!this.hasData) await loadKnownData(env);
    this.hasData = true;
    const before = instances.map(({ errorLines }) => errorLines.length);
    await super.run(scenario);
    const errorLines = instances.flatMap((instance, at) => instance.errorLines.slice(before[at]));
    const ended = instances.filter(({ isRunning }) => !isRunning).length;
    this.record(
      `${scenario.name}: no instance exited or logged an error`,
      ended === 0 && errorLines.length === 0,
      `${ended} exited, ${errorLines.length} errors ${errorLines[0]?.slice(0, 300) ?? ''}`,
    );
  }
}

export const SCENARIOS: readonly Scenario<ClusterStage>[] = [
  {
    name: 'A reader killed',
    run: async (stage) => {
      const { deployment } = stage;
      await deployment.rejoin(await runUnderLoad(stage, 'a reader killed', () => deployment.reader(), kill));
    },
  },
  {
    name: 'The writer killed',
    run: async (stage) => {
      const { deployment } = stage;
      const find = () => deployment.writer();
      await deployment.rejoin(
        await runUnderLoad(stage, 'the writer killed', find, kill, WRITER_REFUSED_FOR_MS),
      );
    },
  },
  {
    name: 'A node rejoins',
    run: async (stage) => {
      const { deployment } = stage;
      const findKilled = async (): Promise<DatabaseServer> => {
        const reader = await deployment.reader();
        await kill(reader);
        return reader;
      };
      await runUnderLoad(stage, 'a node rejoins', findKilled, async (reader) => {
        const began = performance.now();
        await deployment.rejoin(reader);
        await deployment.waitUntilUsed(reader);
        stage.record(
          'a node rejoins: instances use it again',
          true,
          `after ${ms(performance.now() - began)}`,
        );
      });
    },
  },
  { name: 'Revocation during failures', run: revokeDuringFailures },
];

async function kill(node: DatabaseServer): Promise<void> {
  await node.kill();
  await wait(DOWN_MS);
}

async function runUnderLoad(
  stage: ClusterStage,
  title: string,
  find: () => Promise<DatabaseServer>,
  cause: (node: DatabaseServer) => Promise<void>,
  refusedForMs = 0,
): Promise<DatabaseServer> {
  const { deployment } = stage;
  const fleet = await ChangingFleet.start(deployment);
  const load = await startKnownLoad(deployment.port, RATE);
  const node = await find();
  await wait(CALM_MS);
  const began = performance.now();
  await cause(node);
  await wait(CALM_MS);
  const responses = await load.end();
  const unexpected = responses.filter(({ verdict }) => verdict === 'wrong' || verdict === 'failed');
  const refused = responses.filter(({ verdict }) => verdict === 'refused');
  const slowest = maximum(responses.map((response) => response.ms));
  const last = maximum(refused.map(({ at }) => at - began));
  stage.record(
    `${title}: every body is correct, and every status is 200 or 503`,
    unexpected.length === 0,
    `${unexpected.length} of ${count(responses.length)} requests` +
      unexpected
        .slice(0, 1)
        .map(({ verdict, path, status, failure }) => `: ${verdict} ${path} ${status} ${failure}`)
        .join(''),
  );
  stage.recordTiming(
    `${title}: no request takes longer than ${SLOWEST_MS / 1000} s`,
    slowest <= SLOWEST_MS,
    ms(slowest),
  );
  stage.recordOnIdleMachine(
    `${title}: ${refusedForMs === 0 ? 'no request is refused' : `503 for up to ${refusedForMs / 1000} s`}`,
    refused.length === 0 || last <= refusedForMs,
    refused.length === 0
      ? '0 refused'
      : `${count(refused.length)} refused, the last was sent after ${ms(last)}`,
  );
  await fleet.report(stage, title);
  return node;
}

async function revokeDuringFailures(stage: ClusterStage): Promise<void> {
  const { deployment } = stage;
  const load = await startKnownLoad(deployment.port, RATE_DURING_TRIALS);
  const trials = new KeyTrials(deployment.instances.map(({ port }) => port));
  let begun = 0;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (begun < MAX_TRIALS && (!isOver || trials.deleted < TRIALS)) {
      begun++;
      await trials.try();
    }
  };
  const killNodes = async (): Promise<void> => {
    for (const find of [() => deployment.reader(), () => deployment.writer()]) {
      const node = await find();
      await kill(node);
      await deployment.rejoin(node);
      await wait(CALM_MS);
    }
    isOver = true;
  };
  await Promise.all([killNodes(), ...Array.from({ length: WORKERS }, work)]);
  const others = await load.end();
  const unexpected = others.filter(({ verdict }) => verdict === 'wrong' || verdict === 'failed');
  const { deleted, stale, refused, failures } = trials;
  stage.record(
    'no request with a key succeeds after the response to its deletion, on any instance, while nodes are killed and rejoin',
    stale === 0 && deleted >= TRIALS && failures.length === 0 && unexpected.length === 0,
    `${stale} of ${count(deleted)} stale, ${count(refused)} requests refused, ${count(others.length)} other requests ` +
      `${failures[0] ?? ''} ${unexpected[0] ? `${unexpected[0].verdict} ${unexpected[0].path}` : ''}`.trim(),
  );
}

/** Creates keys through one instance, deletes them through the next one, and tries them on all. */
class KeyTrials {
  private static trials = 0;
  deleted = 0;
  stale = 0;
  refused = 0;
  readonly failures: string[] = [];
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly ports: readonly number[]) {}

  async try(): Promise<void> {
    const number = ++KeyTrials.trials;
    const portOf = (at: number): number => this.ports[at % this.ports.length]!;
    const body = { application: `Trial ${process.pid}-${number}`, scopes: ['device:GetDetail'] };
    const created = await sendKeyRequest(portOf(number), 'POST', '', body, KNOWN);
    if (!this.isAsExpected(created, 201)) return;
    const { id, key } = JSON.parse(created.body) as { id: string; key: string };
    for (const reply of await this.tryEverywhere(key)) this.isAsExpected(reply, 200);
    const deleted = await sendKeyRequest(portOf(number + 1), 'DELETE', `/${id}`, undefined, KNOWN);
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
    return Promise.all(
      this.ports.map((port) => send(port, '/api/v1/device/id/device-0', { headers, agent: this.agent })),
    );
  }
}
