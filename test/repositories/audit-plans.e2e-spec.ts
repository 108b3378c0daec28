import { AuditEvent } from '../../src/modules/audit/audit-event.entity.js';
import { AuditEventsRepository } from '../../src/modules/audit/audit-events.repository.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { engine } from '../support/engines.js';

const EVENTS = 5_000;
const NO_TIMES = {};
const ALL = {
  before: undefined,
  after: undefined,
  limit: 100,
  actor: undefined,
  action: undefined,
  apiKeyId: undefined,
  times: NO_TIMES,
};

let app: TestApp;
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
  app = await createTestApp();
  await fill();
  const logger = { logQuery: (sql: string, parameters: unknown[]) => asked.push([sql, parameters]) };
  app.dataSource.logger = { ...app.dataSource.logger, ...logger };
});
afterAll(() => app.close());

describe.each([
  ['one person', { actor: 'admin:a@x.example' }, /audit_events_actor/],
  ['one action', { action: 'api_key.created' }, /audit_events_action/],
  ['one key', { apiKeyId: 'key-1' }, /audit_events_key/],
])('The audit events of %s', (_what, wanted, index) => {
  it.each([
    ['the first page', {}],
    ['a later page', { before: EVENTS / 2 }],
  ])('are found in their order by an index of their own: %s', async (_page, page) => {
    asked = [];
    await app.part(AuditEventsRepository).list(1, { ...ALL, ...wanted, ...page });
    const [sql, parameters] = asked.find(([text]) => text.startsWith('SELECT'))!;
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN FORMAT=TRADITIONAL';
    const plan = JSON.stringify(await app.dataSource.query(`${explain} ${sql}`, [...parameters]));
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/filesort|temporary|TEMP B-TREE/i);
  });
});
