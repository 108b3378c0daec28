import { copyFile, rm } from 'node:fs/promises';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { createDatabase, engine, type TestDatabase } from '../kit/database/engines.js';
import { ApiClient, problemOf } from '../kit/http/api-client.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';

// docs/contract.md, 2.12: tokens outlive the process and the pepper, and not the state that they are of

const OLD = 'the-old-key-pepper-0123456789abcdefgh';
const NEW = 'the-new-key-pepper-0123456789abcdefgh';
const ROUTE = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;

let database: TestDatabase;
let running: TestApp | undefined;
let key: string;

beforeEach(async () => (database = await createDatabase()));
afterEach(async () => {
  await stop();
  await database.drop();
});

async function start(KEY_PEPPER: string, KEY_PEPPER_PREVIOUS?: string): Promise<TestApp> {
  running = await createTestApp({ DATABASE_URL: database.url, KEY_PEPPER, KEY_PEPPER_PREVIOUS });
  return running;
}

async function stop(): Promise<void> {
  await running?.close();
  running = undefined;
}

async function first(): Promise<TestApp> {
  const app = await start(OLD);
  await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
  await app.load(only('locations', aRecord('locations', 1), aRecord('locations', 2)));
  ({ key } = await app.createKey(ENTERPRISE_ID));
  return app;
}

const clientOf = ({ url }: TestApp): ApiClient =>
  new ApiClient(url, { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID });

it('A token of the pepper before is good, and the one that it brings needs that no more', async () => {
  const token = await tokenOf(clientOf(await first()), ROUTE);
  await stop();
  const both = await start(NEW, OLD);
  await both.load(only('locations', aRecord('locations', 3)));
  const answer = await follow(clientOf(both), ROUTE, token);
  expect(answer.items).toMatchObject([{ id: 3 }]);
  await stop();
  const after = await start(NEW);
  const client = clientOf(after);
  expect((await follow(client, ROUTE, answer.token)).items).toEqual([]);
  problemOf(await ask(client, `${ROUTE.path}?since=${token}`), 400, 'invalid_sync_token');
});

// of another engine the tables would be copied by hand: sync-tokens.e2e-spec.ts has what that comes to
if (engine === 'sqlite')
  it('A backup that is restored knows its own tokens alone, at once and when it has gone on', async () => {
    const app = await first();
    const file = database.url.replace('sqlite:', '');
    const kept = await tokenOf(clientOf(app), ROUTE);
    await app.dataSource.query(`VACUUM INTO '${file}.backup'`);
    await stop();
    const lost = await start(OLD);
    await lost.load(only('locations', aRecord('locations', 3)));
    const lostToken = await tokenOf(clientOf(lost), ROUTE);
    await stop();
    for (const remnant of ['-wal', '-shm']) await rm(file + remnant, { force: true });
    await copyFile(`${file}.backup`, file);

    const restored = await start(OLD);
    const client = clientOf(restored);
    const path = `${ROUTE.path}?since=${lostToken}`;
    problemOf(await ask(client, path), 410, 'sync_token_expired');
    expect((await follow(client, ROUTE, kept)).items).toEqual([]);
    await restored.load(only('locations', aRecord('locations', 4)));
    problemOf(await ask(client, path), 410, 'sync_token_expired');
    expect((await follow(client, ROUTE, kept)).items).toMatchObject([{ id: 4 }]);
  });
