import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { InvalidRecord, recordParser } from '../modules/importer/record-parser.js';
import { TEXT, type Commands, type Values } from './command.js';
import { refuseNewerSchema, withDatabase } from './context.js';

export const COMMANDS: Commands = {
  'enterprise add': {
    options: { id: TEXT, name: TEXT, 'time-zone': TEXT },
    needs: ['id', 'name', 'time-zone'],
    run: (env, _words, values) => withDatabase(env, (services) => add(services, values)),
  },
  'enterprise list': {
    run: (env) => withDatabase(env, list),
  },
};

async function add(services: INestApplicationContext, values: Values): Promise<void> {
  await refuseNewerSchema(services, 'enterprise add');
  const [id, name, timeZone] = [values.id, values.name, values['time-zone']].map(String);
  checkRecord({ id, name, time_zone: timeZone });
  // Another command may insert the same enterprise. The transaction then fails, and its retry finds the enterprise.
  await services.get(Transactions).run(async (manager) => {
    if (await manager.existsBy(Enterprise, { id })) throw new Error(`Enterprise ${id} already exists`);
    await manager.insert(Enterprise, { id, name, timeZone });
  });
  console.log(`Enterprise ${id} added`);
}

/** Checks the values like those of an import file. */
function checkRecord(record: object): void {
  try {
    recordParser('enterprises').parse(record);
  } catch (error) {
    if (!(error instanceof InvalidRecord)) throw error;
    throw new Error(`--${error.message.replace('_', '-')}`, { cause: error });
  }
}

async function list(services: INestApplicationContext): Promise<void> {
  const enterprises = await services.get(DataSource).manager.find(Enterprise, { order: { id: 'ASC' } });
  for (const { id, name, timeZone } of enterprises) console.log([id, name, timeZone].join('\t'));
}
