import { AuditEvent } from '../../src/modules/audit/trail/audit-event.entity.js';
import { AuditEventsRepository } from '../../src/modules/audit/pages/audit-events.repository.js';
import { appWith } from '../kit/app/app-with.js';
import { engine } from '../kit/database/engines.js';

const EVENTS = 5_000;
const app = appWith();
let asked: [sql: string, parameters: unknown[]][];

/** With an empty table, a server may take any index for as good as another. */
async function fill(): Promise<void> {
  const events = app.dataSource.getRepository(AuditEvent);
  const event = (sequence: number): AuditEvent => ({
    enterpriseKey: 1,
    sequence,
    at: sequence * 60_000,
    actor: `admin:${'abcde'[sequence % 5]}@x.example`,
    action: ['api_key.created', 'api_key.updated', 'api_key.deleted', 'call.refused'][sequence % 4]!,
    apiKeyId: `key-${sequence % 20}`,
    application: 'Night report',
    details: '{}',
    address: '127.0.0.1',
    requestId: `request-${sequence}`,
    hash: String(sequence).padStart(43, '0'),
  });
  for (let from = 1; from <= EVENTS; from += 500)
    await events.insert(Array.from({ length: 500 }, (_, at) => event(from + at)));
  if (engine === 'mysql') await app.dataSource.query('ANALYZE TABLE audit_events');
}

beforeAll(async () => {
  await fill();
  const logger = { logQuery: (sql: string, parameters: unknown[]) => asked.push([sql, parameters]) };
  app.dataSource.logger = { ...app.dataSource.logger, ...logger };
});

const DAYS = { times: { from: 60_000, until: 1e9 } };
const actor = 'admin:a@x.example';
const action = 'api_key.created';
const apiKeyId = 'key-1';
/** Of one kind a query of its own is made, of several one for each. */
const outcome = 'refused';

async function planOf(sql: string, parameters: readonly unknown[]): Promise<string> {
  const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN FORMAT=TRADITIONAL';
  return JSON.stringify(await app.dataSource.query(`${explain} ${sql}`, [...parameters]));
}

describe.each([
  ['all', {}, /PRIMARY|sqlite_autoindex_audit_events_1/],
  ['one person', { actor }, /audit_events_actor"|audit_events_actor \(/],
  ['one action', { action }, /audit_events_action/],
  ['one key', { apiKeyId }, /audit_events_key"|audit_events_key \(/],
  ['one person and action', { actor, action }, /audit_events_actor_action/],
  ['one key and action', { apiKeyId, action }, /audit_events_key_action/],
  ['one key and person', { apiKeyId, actor }, /audit_events_key_actor/],
  ['one key, person and action', { apiKeyId, actor, action }, /audit_events_key_actor/],
])('The audit events of %s', (_what, wanted, index) => {
  it.each([
    ['the first page', {}, 'DESC'],
    ['a later page', { before: EVENTS / 2 }, 'DESC'],
    ['the oldest', { after: EVENTS / 2 }, 'ASC'],
    ['some days', DAYS, 'DESC'],
  ] as const)('are found in their order by an index of their own: %s', async (_page, page, direction) => {
    asked = [];
    await app.part(AuditEventsRepository).list(1, { ...wanted, ...page }, 100, direction);
    const [sql, parameters] = asked.find(([text]) => text.startsWith('SELECT sequence, at'))!;
    const plan = await planOf(sql, parameters);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/filesort|temporary|TEMP B-TREE/i);
  });
});

it.each([
  ['all', {}, 'audit_events_action'],
  ['one person', { actor }, 'audit_events_actor_action'],
  ['one key', { apiKeyId }, 'audit_events_key_action'],
])('The audit events with one outcome, of %s, are found by kind', async (_what, wanted, index) => {
  asked = [];
  await app.part(AuditEventsRepository).list(1, { ...wanted, outcome }, 100);
  const [sql, parameters] = asked.find(([text]) => text.startsWith('SELECT * FROM'))!;
  expect((await planOf(sql, parameters)).split(index)).toHaveLength(engine === 'sqlite' ? 3 : 5);
});

it('The first and the last event of days are found by time', async () => {
  asked = [];
  await app.part(AuditEventsRepository).list(1, DAYS, 100);
  const ends = asked.filter(([sql]) => sql.startsWith('SELECT M'));
  expect(ends).toHaveLength(2);
  for (const [sql, parameters] of ends) expect(await planOf(sql, parameters)).toMatch(/audit_events_at/);
});
