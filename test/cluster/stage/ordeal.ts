import { setTimeout as wait } from 'node:timers/promises';
import { again } from '../../faults/stage/findings/again.js';
import type { Findings } from '../../faults/stage/findings/findings.js';
import { count, most, ms } from '../../faults/stage/stage.js';
import type { Export } from '../../kit/app/builders.js';
import type { Service } from '../../kit/process/service.js';
import { ChangingFleet } from './changing-fleet.js';
import { KeyTrials } from './key-trials.js';
import { knownRequests, type KnownRequest } from './known-fleet.js';
import { KnownLoad, type Answer } from './known-load.js';
import { OtherWork } from './other-work.js';
import { reasonsOf, reasonsSince } from './reasons.js';

const BEFORE_MS = 2_000;
const AFTER_MS = 2_000;
const TRIAL_EVERY_MS = 100;
const SLOWEST_MS = 2_000;

/** Something that is done to the place while it serves. */
export interface Fault {
  readonly name: string;
  readonly begin: () => unknown;
  readonly lastsMs: number;
  /** Resolves when all is as before; of a total one, when what was lost is there again. */
  readonly end: () => unknown;
  /** For how long from its beginning requests may find the service unavailable; none at all at 0. */
  readonly refusedForMs: number;
  /** Whether nothing can be served meanwhile, and that is counted from the return. */
  readonly isTotal?: boolean;
  /** Resolves when those that are left do without what was lost: what `refusedForMs` is counted from then. */
  readonly putOut?: () => Promise<void>;
  /** How long a request may take. */
  readonly slowestMs?: number;
}

/** Instances behind one address, and what they know. */
export interface Place {
  readonly port: number;
  readonly origin: string;
  readonly instances: readonly Service[];
  readonly known: Export;
}

/** Lets a place go through faults, one after the other, while something changes in it all the time. */
export async function goThrough(
  findings: Findings,
  where: string,
  place: Place,
  database: NodeJS.ProcessEnv,
  faults: readonly (() => Fault | Promise<Fault>)[],
): Promise<void> {
  const { instances, origin } = place;
  const known = await knownRequests(place.known, place.port);
  const fleet = await ChangingFleet.start(origin, database);
  for (const fault of faults) await suffer(findings, where, place, known, fault);
  await fleet.report(findings, where);
  const complaints = instances.flatMap((instance) => instance.complaints);
  const ended = instances.filter(({ isRunning }) => !isRunning).length;
  findings.found(
    `${where}: no instance ended or complained`,
    ended === 0 && complaints.length === 0,
    `${ended} ended, ${complaints.length} complaints${complaints[0] ? `: ${complaints[0].slice(0, 300)}` : ''}`,
  );
}

/** Says what customers saw, from before a fault to after its end. */
async function suffer(
  findings: Findings,
  where: string,
  { port, instances }: Place,
  known: readonly KnownRequest[],
  prepare: () => Fault | Promise<Fault>,
): Promise<void> {
  const reasonsBefore = reasonsOf(instances);
  const other = new OtherWork();
  const load = new KnownLoad(port, known);
  const trials = new KeyTrials(instances.map((instance) => instance.port));
  let tried = 0;
  const trying = again(() => trials.trial(tried++), TRIAL_EVERY_MS);
  const fault = await prepare();
  await wait(BEFORE_MS);
  const began = performance.now();
  await fault.begin();
  const putOut = fault.putOut?.().then(() => performance.now());
  await wait(fault.lastsMs);
  await fault.end();
  const returned = performance.now();
  await wait(AFTER_MS + (fault.isTotal ? fault.refusedForMs : 0));
  await trying();
  const { answers, rate } = await load.end();
  const busy = other.share;
  const reasons = reasonsSince(reasonsBefore, instances);
  const from = fault.isTotal ? returned : began;
  const lasted = returned - began;
  const without = putOut && (await putOut) - began;
  const seen = { answers, rate, trials, from, lasted, without, reasons, busy };
  judge(findings, `${where}, ${fault.name}`, fault, seen);
}

interface Seen {
  readonly answers: readonly Answer[];
  readonly rate: number;
  readonly trials: KeyTrials;
  /** The time from which it is counted how long requests are refused. */
  readonly from: number;
  readonly lasted: number;
  /** How long it took until the rest did without what was lost. */
  readonly without: number | undefined;
  /** Why something was refused. */
  readonly reasons: string;
  /** Which share of the processors others had. */
  readonly busy: number;
}

function judge(findings: Findings, what: string, fault: Fault, seen: Seen): void {
  const { refusedForMs, isTotal, slowestMs = SLOWEST_MS } = fault;
  const { answers, trials, reasons } = seen;
  const those = (was: Answer['was']) => answers.filter((answer) => answer.was === was);
  const [wrong, failed, refused] = [those('wrong'), those('failed'), those('refused')];
  const examples = [wrong[0]?.instead, failed[0]?.instead, trials.failures[0]].filter(Boolean);
  const isSound = examples.length === 0 && trials.stale === 0;
  const isQuiet = OtherWork.isLittle(seen.busy);
  findings.measured(
    `${what}: no body is wrong, no removed key opens anything, no answer but 200 and 503`,
    isSound && trials.removed > 0,
    `${wrong.length} wrong, ${trials.stale} of ${trials.removed} keys stale, ${failed.length + trials.failures.length} other of ` +
      `${count(answers.length)} requests (${Math.round(seen.rate)}/s, ${Math.round(seen.lasted / 1000)} s), ${trials.refused} calls for keys refused` +
      examples.map((example) => `; ${example}`).join(''),
    isQuiet || !isSound, // on a busy machine there may have been no key to try
  );
  const slowest = most(answers.map((answer) => answer.ms));
  findings.measured(
    `${what}: no request takes longer than ${slowestMs / 1000} s`,
    slowest <= slowestMs,
    `${ms(slowest)} (${OtherWork.named(seen.busy)})`,
    isQuiet,
  );
  const { without = 0 } = seen;
  const last = Math.max(...refused.map(({ at }) => at - seen.from - without));
  const seconds = `${refusedForMs / 1000} s`;
  const bound = isTotal ? `${seconds} after its return at most` : `for ${seconds} at most`;
  const bounded = without === 0 ? bound : `until ${seconds} after the others do without it at most`;
  const after = without === 0 ? ms(last) : `${ms(last + without)}, without it after ${ms(without)}`;
  findings.measured(
    `${what}: ${refusedForMs === 0 ? 'no request is refused' : `503 ${bounded}`}`,
    refused.length === 0 || (refusedForMs > 0 && last <= refusedForMs),
    refused.length === 0
      ? '0 refused'
      : `${count(refused.length)} refused, the last was sent after ${after} (by seconds: ${bySecond(refused, seen.from)}; ${reasons})`,
    isQuiet,
  );
}

/** How many were sent in each second from then on, of those that have any. */
function bySecond(answers: readonly Answer[], from: number): string {
  const numbers: number[] = []; // of a total fault some were sent before its end
  for (const { at } of answers.filter((answer) => answer.at >= from)) {
    const second = Math.floor((at - from) / 1000);
    numbers[second] = (numbers[second] ?? 0) + 1;
  }
  return Object.entries(numbers)
    .map(([second, number]) => `${second}: ${number}`)
    .join(', ');
}
