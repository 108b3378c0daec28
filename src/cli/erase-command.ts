import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { lineOf, parseLog } from '../modules/erasure/erasure-log.js';
import { ErasureService, type Target } from '../modules/erasure/erasure.service.js';
import {
  abortedBy,
  FAILED,
  FLAG,
  INTERRUPTED,
  NOT_WHOLE,
  OK,
  TEXT,
  type Commands,
  type Values,
} from './command.js';
import { refuseNewerSchema, withSettings } from './context.js';

export const COMMANDS: Commands = {
  erase: {
    usage: `  erase --enterprise E [--device D] [--yes]
                          removes a device, or an enterprise, with everything of it, and prints a line for the list of
                          erasures, which belongs outside the database; without a terminal it takes --yes
  erase --again FILE [--yes]
                          repeats the erasures of such a list, after a backup was restored (exit status 2 when a line is
                          none); with MySQL set KEY_PEPPER as for the service, whose audit trail it seals`,
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
};

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

/** On a terminal what is to go is typed again. */
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
