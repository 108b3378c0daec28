import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import { databaseFile, databaseAccess } from '../config/data-folder.js';
import { TIME_SERIES_KINDS } from '../database/record-tables.js';
import type { TrailVerificationDto } from '../modules/audit/audit.dto.js';
import { AuditVerifier } from '../modules/audit/audit-verifier.js';
import { SERVICE_AUDIT } from '../modules/audit/audit.service.js';
import { type DemoAccess, DemoService, loadDemoData } from '../modules/demo/demo.service.js';
import type { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { EnterprisesService } from '../modules/enterprises/enterprises.service.js';
import { lineOf, parseLog } from '../modules/erasure/erasure-log.js';
import { ErasureService, type Target } from '../modules/erasure/erasure.service.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { RetentionService, type PurgedRecords } from '../modules/retention/retention.service.js';
import { TombstonesService } from '../modules/retention/tombstones.service.js';
import { shownSecret } from '../app/start-banner.js';
import {
  FAILED,
  FLAG,
  INTERRUPTED,
  NOT_WHOLE,
  OK,
  OPERATOR,
  TEXT,
  abortedBy,
  say,
  type Commands,
  type Values,
} from './command.js';
import { refuseNewerSchema, withDatabase, withSettings } from './context.js';

/** The number of flaws printed per audit log. */
const MAX_FLAWS = 100;

export const COMMANDS: Commands = {
  demo: {
    usage:
      '  demo                    loads the demo data of the thirty days up to yesterday and makes a key and an administrator for it',
    run(env) {
      const { database, keyPepper } = databaseAccess(env);
      // without the pepper no key and no password can be hashed
      const isDataAlone = databaseFile(database) === null && keyPepper === undefined;
      if (!isDataAlone)
        return withSettings(env, async (services) =>
          say(describe(await services.get(DemoService).load(new Date()))),
        );
      return withDatabase(env, async (services) => {
        const records = await loadDemoData(services.get(ImporterService), new Date());
        console.log(`${records.toLocaleString('en')} demo records are loaded.`);
        return say('For a key and an administrator run it again with KEY_PEPPER set as for the service.');
      });
    },
  },
  audit: {
    usage: '  audit                   prints what was erased, a line each, as "erase --again" takes it',
    run: (env) =>
      withSettings(env, async (services) => {
        for (const erased of await services.get(ErasureService).list()) console.log(lineOf(erased));
        return OK;
      }),
  },
  'audit verify': {
    usage: `  audit verify [ENTERPRISE...]
                          looks for removed and altered events in the audit logs (exit status 2 if it finds any) and prints
                          the last hash of each and a digest over all; keep these elsewhere, to show later that no log
                          was shortened or removed; with MySQL set KEY_PEPPER`,
    takesWords: true,
    run: (env, named) => withSettings(env, (services) => verifyLogs(services, named)),
  },
  erase: {
    usage: `  erase --enterprise E [--device D] [--yes]
                          removes a device, or an enterprise, with everything of it, and prints a line for the list of
                          erasures, which belongs outside the database; without a terminal it takes --yes
  erase --again FILE [--yes]
                          repeats the erasures of such a list, after a backup was restored (exit status 2 when a line is
                          none); with MySQL set KEY_PEPPER as for the service, whose audit log it seals`,
    options: { enterprise: TEXT, device: TEXT, again: TEXT, yes: FLAG },
    run: async (env, _words, values) => {
      const { enterprise, device, again } = values;
      if (
        (again === undefined) === (enterprise === undefined) ||
        (again !== undefined && device !== undefined)
      )
        throw new Error('erase needs either --enterprise, with or without --device, or --again');
      return withSettings(env, async (services) => {
        await refuseNewerSchema(services, 'erase');
        return again === undefined ? eraseOne(services, values) : eraseAgain(services, values);
      });
    },
  },
  retention: {
    usage: `  retention [--dry-run]   removes usage, screen time and positions that are older than their enterprises keep, or says
                          what it would remove; with MySQL set KEY_PEPPER as for the service, whose audit log it seals`,
    options: { 'dry-run': FLAG },
    run: (env, _words, values) => {
      const isDryRun = values['dry-run'] === true;
      const stop = abortedBy('SIGINT', 'SIGTERM');
      return withSettings(env, async (services) => {
        await refuseNewerSchema(services, 'retention');
        const retention = services.get(RetentionService);
        const all = isDryRun ? retention.countAll(stop) : retention.purgeAll(OPERATOR, stop);
        await printPurged(all, isDryRun ? 'would be removed' : 'removed');
        const forgotten = isDryRun ? 0 : await services.get(TombstonesService).purge(stop);
        if (forgotten > 0) console.log(`${forgotten.toLocaleString('en')} removals are forgotten`);
        if (!stop.aborted) return OK;
        console.error('Stopped: what was removed is gone; run the command again for the rest');
        return INTERRUPTED;
      });
    },
  },
};

/** The text with what an operator needs to try the demo data. */
function describe({ records, key, signIn }: DemoAccess & { readonly records: number }): string {
  const { isTTY } = process.stdout;
  return [
    `${records.toLocaleString('en')} demo records are loaded.`,
    `  Enterprise    ${DEMO_ENTERPRISE_ID}`,
    `  API key       ${key ? shownSecret(key, isTTY) : 'made before; regenerate it in the portal'}`,
    ...(signIn
      ? [`  Sign in with  ${signIn.email}`, `  Password      ${shownSecret(signIn.password, isTTY)}`]
      : ['  Sign in       as before; "cli admin password" gives a new password']),
  ].join('\n');
}

/** Verifies the audit logs of these enterprises, or of all. */
async function verifyLogs(services: INestApplicationContext, named: readonly string[]): Promise<number> {
  const all = await services.get(EnterprisesService).list();
  const unknown = named.find((id) => !all.some((enterprise) => enterprise.id === id));
  if (unknown !== undefined) throw new Error(`There is no enterprise ${unknown}`);
  const verifier = services.get(AuditVerifier);
  const digest = createHash('sha256');
  let isWhole = true;
  for (const enterprise of all.filter(({ id }) => named.length === 0 || named.includes(id)))
    isWhole = (await isIntact(verifier, enterprise, digest)) && isWhole;
  if (named.length === 0) {
    isWhole = (await isServiceIntact(verifier, digest)) && isWhole;
    console.log(`Digest of all audit logs: ${digest.digest('hex')}`);
  }
  return isWhole ? OK : NOT_WHOLE;
}

/** The log of the service is empty unless an enterprise was erased. */
async function isServiceIntact(verifier: AuditVerifier, digest: Hash): Promise<boolean> {
  const { total, intact } = await verifier.verify(SERVICE_AUDIT, 0);
  return (
    (total === 0 && intact) || isIntact(verifier, { key: SERVICE_AUDIT, id: 'the service itself' }, digest)
  );
}

/** Verifies an audit log page by page, prints the progress if there are several, and the result. */
async function isIntact(
  verifier: AuditVerifier,
  { key, id }: Pick<Enterprise, 'key' | 'id'>,
  digest: Hash,
): Promise<boolean> {
  const flaws: TrailVerificationDto['flaws'] = [];
  let events = 0;
  for (let after = 0; ;) {
    const page = await verifier.verify(key, after);
    events += page.events;
    flaws.push(...page.flaws.slice(0, MAX_FLAWS - flaws.length));
    after = page.last_sequence;
    if (page.next === null) {
      digest.update(`${id} ${after} ${page.last_hash}\n`);
      const end = after === 0 ? '' : `, the last is ${after} ${page.last_hash}`;
      const state = flaws.length === 0 ? 'intact' : 'NOT INTACT';
      console.log(`${id}: ${state}, ${events} events${end}`);
      for (const { sequence, flaw } of flaws) console.log(`  event ${sequence}: ${flaw.replace('_', ' ')}`);
      return flaws.length === 0;
    }
    console.error(`${id}: ${events} of ${page.total} events checked`);
  }
}

async function eraseOne(services: INestApplicationContext, values: Values): Promise<number> {
  const { enterprise, device, yes } = values;
  const target: Target = {
    enterpriseId: String(enterprise),
    ...(device !== undefined && { deviceId: String(device) }),
  };
  const missing = await services.get(ErasureService).missing(target);
  if (missing !== undefined) throw new Error(missing);
  const what = target.deviceId === undefined ? 'enterprise' : 'device';
  const id = target.deviceId ?? target.enterpriseId;
  if (!(await isConfirmed(yes, `Everything of the ${what} is removed for good. Type ${id} to go on: `, id)))
    return FAILED;
  return eraseAll(services, [target]);
}

async function eraseAgain(services: INestApplicationContext, { again, yes }: Values): Promise<number> {
  const { targets, bad } = parseLog(await readFile(String(again), 'utf8'));
  for (const { line, reason } of bad) console.error(`${String(again)}, line ${line}: ${reason}`);
  const service = services.get(ErasureService);
  const known = new Set((await service.list()).map(({ id }) => id));
  const left: Target[] = [];
  for (const target of targets)
    if (!known.has(target.id ?? '') && (await service.missing(target)) === undefined) left.push(target);
  console.error(`${left.length} of ${targets.length} erasures are to be repeated`);
  const count = String(left.length);
  if (left.length > 0) {
    if (!(await isConfirmed(yes, `What they name is removed for good. Type ${count} to go on: `, count)))
      return FAILED;
    const status = await eraseAll(services, left);
    if (status !== OK) return status;
  }
  return bad.length > 0 ? NOT_WHOLE : OK;
}

async function eraseAll(services: INestApplicationContext, targets: readonly Target[]): Promise<number> {
  const interrupt = abortedBy('SIGINT');
  for (const target of targets) {
    const erased = await services.get(ErasureService).erase(target, interrupt);
    if (!erased) {
      console.error('Interrupted: what was removed is gone; run the command again for the rest');
      return INTERRUPTED;
    }
    for (const one of erased) console.log(lineOf(one));
  }
  return OK;
}

/** On a terminal the operator types the name or number again. */
async function isConfirmed(yes: Values[string], question: string, wanted: string): Promise<boolean> {
  if (yes === true) return true;
  if (!process.stdin.isTTY) throw new Error('Without a terminal --yes is needed: nothing was erased');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  if (answer === wanted) return true;
  console.error('That is something else: nothing was erased');
  return false;
}

async function printPurged(all: AsyncIterable<PurgedRecords>, what: string): Promise<void> {
  let enterprises = 0;
  for await (const { enterpriseId, keptFrom, records } of all) {
    enterprises++;
    console.log(`${enterpriseId}, everything before ${keptFrom}: ${countsOf(records)} ${what}`);
  }
  if (enterprises === 0) console.log('Every enterprise keeps everything');
}

const countsOf = (records: PurgedRecords['records']): string =>
  TIME_SERIES_KINDS.map((kind) => `${records[kind].toLocaleString('en')} ${kind}`).join(', ');
