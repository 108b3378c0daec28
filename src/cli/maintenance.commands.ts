import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DEMO_ENTERPRISE_ID } from '../../demo/demo-enterprise.js';
import { databaseAccess } from '../config/data-folder.js';
import { TIME_SERIES_KINDS } from '../database/record-tables.js';
import type { AuditVerificationDto } from '../modules/audit/audit.dto.js';
import { AuditVerifier } from '../modules/audit/audit-chain.js';
import { SERVICE_AUDIT } from '../modules/audit/audit.service.js';
import { type DemoAccess, DemoService, loadDemoData } from '../modules/demo/demo.service.js';
import type { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { EnterprisesService } from '../modules/enterprises/enterprises.service.js';
import { ErasureService, lineOf, parseList, type Target } from '../modules/erasure/erasure.service.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { RetentionService, type PurgedRecords } from '../modules/retention/retention.service.js';
import { TombstonesService } from '../modules/retention/tombstones.service.js';
import { shownSecret } from '../app/startup-messages.js';
import {
  EXIT,
  FLAG,
  OPERATOR,
  TEXT,
  abortedBySignal,
  reportInterruption,
  type Commands,
  type OptionValues,
} from './command.js';
import { onServices, refuseNewerSchema, withDatabase, withSettings } from './context.js';

const MAX_FLAWS = 100;

type AuditLog = Pick<Enterprise, 'key' | 'id'>;

export const COMMANDS: Commands = {
  demo: {
    run(env) {
      const { database, keyPepper } = databaseAccess(env);
      if ('file' in database || keyPepper !== undefined)
        return withSettings(env, async (services) => {
          await refuseNewerSchema(services, 'demo');
          console.log(describe(await services.get(DemoService).load(new Date())));
        });
      // Without the pepper, keys and passwords cannot be hashed.
      return withDatabase(env, async (services) => {
        await refuseNewerSchema(services, 'demo');
        const records = await loadDemoData(services.get(ImporterService), new Date());
        console.log(`${records.toLocaleString('en')} demo records loaded.`);
        console.log('To create a key and an administrator, run it again with the KEY_PEPPER of the service.');
      });
    },
  },
  audit: {
    run: onServices(async (services) => {
      for (const erased of await services.get(ErasureService).list()) console.log(lineOf(erased));
    }),
  },
  'audit verify': {
    takesArguments: true,
    run: onServices(verifyLogs),
  },
  erase: {
    options: { enterprise: TEXT, device: TEXT, again: TEXT, yes: FLAG },
    run: async (env, _args, values) => {
      const { enterprise, device, again } = values;
      const isAgain = again !== undefined;
      if (isAgain === (enterprise !== undefined) || (isAgain && device !== undefined))
        throw new Error('erase needs either --enterprise, with or without --device, or --again');
      await withSettings(env, async (services) => {
        await refuseNewerSchema(services, 'erase');
        await (isAgain ? eraseAgain(services, values) : eraseOne(services, values));
      });
    },
  },
  retention: {
    options: { 'dry-run': FLAG },
    run: (env, _args, values) => {
      const isDryRun = values['dry-run'] === true;
      const stop = abortedBySignal();
      return withSettings(env, async (services) => {
        await refuseNewerSchema(services, 'retention');
        const retention = services.get(RetentionService);
        const all = isDryRun ? retention.countAll(stop) : retention.purgeAll(OPERATOR, stop);
        await printPurged(all, isDryRun ? 'would be removed' : 'removed');
        const tombstones = isDryRun ? 0 : await services.get(TombstonesService).purge(stop);
        if (tombstones > 0) console.log(`${tombstones.toLocaleString('en')} old tombstones purged`);
        if (stop.aborted) reportInterruption('Stopped: run the command again to delete the rest');
      });
    },
  },
};

function describe({ records, key, signIn }: DemoAccess & { readonly records: number }): string {
  const { isTTY } = process.stdout;
  return [
    `${records.toLocaleString('en')} demo records loaded.`,
    `  Enterprise    ${DEMO_ENTERPRISE_ID}`,
    `  API key       ${key ? shownSecret(key, isTTY) : 'already exists; regenerate it in the portal'}`,
    ...(signIn
      ? [`  Sign in with  ${signIn.email}`, `  Password      ${shownSecret(signIn.password, isTTY)}`]
      : ['  Sign in       as before; "cli admin password" sets a new password']),
  ].join('\n');
}

async function verifyLogs(
  services: INestApplicationContext,
  _values: OptionValues,
  named: readonly string[],
): Promise<void> {
  const all = await services.get(EnterprisesService).list();
  const unknown = named.find((id) => !all.some((enterprise) => enterprise.id === id));
  if (unknown !== undefined) throw new Error(`Enterprise ${unknown} does not exist`);
  const verifier = services.get(AuditVerifier);
  const logs: AuditLog[] = all.filter(({ id }) => named.length === 0 || named.includes(id));
  const digest = createHash('sha256');
  for (const log of logs) await verifyLog(verifier, log, digest);
  if (named.length > 0) return;
  // the log of the service is empty unless an enterprise was erased
  const { total, intact } = await verifier.verify(SERVICE_AUDIT, 0);
  if (total > 0 || !intact)
    await verifyLog(verifier, { key: SERVICE_AUDIT, id: 'the service itself' }, digest);
  console.log(`Digest of all audit logs: ${digest.digest('hex')}`);
}

async function verifyLog(verifier: AuditVerifier, { key, id }: AuditLog, digest: Hash): Promise<void> {
  const flaws: AuditVerificationDto['flaws'] = [];
  let events = 0;
  for (let after = 0; ;) {
    const page = await verifier.verify(key, after);
    events += page.events;
    flaws.push(...page.flaws.slice(0, MAX_FLAWS - flaws.length));
    after = page.last_sequence;
    if (page.next === null) {
      digest.update(`${id} ${after} ${page.last_hash}\n`);
      const end = after === 0 ? '' : `, the last is ${after} ${page.last_hash}`;
      console.log(`${id}: ${flaws.length === 0 ? 'intact' : 'NOT INTACT'}, ${events} events${end}`);
      for (const { sequence, flaw } of flaws) console.log(`  event ${sequence}: ${flaw.replace('_', ' ')}`);
      if (flaws.length > 0) process.exitCode = EXIT.incomplete;
      return;
    }
    console.error(`${id}: ${events} of ${page.total} events checked`);
  }
}

async function eraseOne(services: INestApplicationContext, values: OptionValues): Promise<void> {
  const { enterprise, device, yes } = values;
  const target: Target = {
    enterpriseId: String(enterprise),
    ...(device !== undefined && { deviceId: String(device) }),
  };
  const missing = await services.get(ErasureService).missing(target);
  if (missing !== undefined) throw new Error(missing);
  const what = target.deviceId === undefined ? 'enterprise' : 'device';
  const question = `All data of the ${what} will be deleted permanently.`;
  await confirmAndErase(services, yes, [target], question, target.deviceId ?? target.enterpriseId);
}

async function eraseAgain(services: INestApplicationContext, { again, yes }: OptionValues): Promise<void> {
  const list = await readFile(String(again), 'utf8').catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`The list of erasures ${String(again)} cannot be read (${code})`, { cause: error });
  });
  const { targets, bad } = parseList(list);
  for (const { line, reason } of bad) console.error(`${String(again)}, line ${line}: ${reason}`);
  const service = services.get(ErasureService);
  const known = new Set((await service.list()).map(({ id }) => id));
  const left: Target[] = [];
  for (const target of targets)
    if (!known.has(target.id ?? '') && (await service.missing(target)) === undefined) left.push(target);
  console.error(`${left.length} of ${targets.length} erasures to repeat`);
  if (bad.length > 0) process.exitCode = EXIT.incomplete;
  const question = 'The data of these erasures will be deleted permanently.';
  if (left.length > 0) await confirmAndErase(services, yes, left, question, String(left.length));
}

async function confirmAndErase(
  services: INestApplicationContext,
  yes: OptionValues[string],
  targets: readonly Target[],
  question: string,
  wanted: string,
): Promise<void> {
  if (yes !== true) await confirm(`${question} Type ${wanted} to continue: `, wanted);
  const interrupt = abortedBySignal();
  for (const target of targets) {
    const erased = await services.get(ErasureService).erase(target, interrupt);
    if (!erased) {
      reportInterruption('Interrupted: run the command again to erase the rest');
      return;
    }
    for (const one of erased) console.log(lineOf(one));
  }
}

async function confirm(question: string, wanted: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('Without a terminal --yes is required: nothing was erased');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(terminal, 'close').then(() => '');
  const typed = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  if (typed !== wanted) throw new Error('Confirmation did not match: nothing was erased');
}

async function printPurged(all: AsyncIterable<PurgedRecords>, what: string): Promise<void> {
  let enterprises = 0;
  for await (const { enterpriseId, keptFrom, records } of all) {
    enterprises++;
    const counts = TIME_SERIES_KINDS.map((kind) => `${records[kind].toLocaleString('en')} ${kind}`);
    console.log(`${enterpriseId}, records before ${keptFrom}: ${counts.join(', ')} ${what}`);
  }
  if (enterprises === 0) console.log('No enterprise has a retention period');
}
