import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { ImporterService } from '../modules/importer/importer.service.js';
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

/** Uses the importer, which checks the values of an import file. */
async function add(services: INestApplicationContext, values: Values): Promise<void> {
  await refuseNewerSchema(services, 'enterprise add');
  const record = { id: String(values.id), name: String(values.name), time_zone: values['time-zone'] };
  const { manager } = services.get(DataSource);
  if (await manager.existsBy(Enterprise, { id: record.id }))
    throw new Error(`Enterprise ${record.id} already exists`);
  await services.get(ImporterService).importRecords('enterprises', [record], {
    onRejected: ([first]) => Promise.reject(new Error(`--${first?.reason.replace('_', '-') ?? ''}`)),
  });
  console.log(`Enterprise ${record.id} added`);
}

async function list(services: INestApplicationContext): Promise<void> {
  const enterprises = await services.get(DataSource).manager.find(Enterprise, { order: { id: 'ASC' } });
  for (const { id, name, timeZone } of enterprises) console.log([id, name, timeZone].join('\t'));
}
