import { setTimeout as wait } from 'node:timers/promises';
import { takeTurns, writeChange } from '../../src/database/changes/change-clock.js';
import { Transactions } from '../../src/database/transactions.js';
import { engine } from '../kit/database/engines.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { follow, tokenOf, told } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12: "Nothing is ever missed": numbers become visible in their order

const ROUTE = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;
/** Long enough for a write that nothing holds up. */
const A_WHILE_MS = 500;

const stage = new FeedStage();

const location = (id: number, enterprise_id = 'acme') =>
  only('locations', aRecord('locations', id, { enterprise_id }));

/** A writer that takes its turn and then takes its time: it has changed record 1 when `finish` is called. */
async function slowWriter(): Promise<{ finish: () => Promise<void> }> {
  const [{ key } = { key: 0 }] = await stage.app.dataSource.query<{ key: number }[]>(
    'SELECT `key` FROM enterprises WHERE id = ?',
    [stage.enterpriseId],
  );
  let proceed = (): void => undefined;
  const mayWrite = new Promise<void>((resolve) => (proceed = resolve));
  let writing = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    writing = new Transactions(stage.app.dataSource).run(async (transaction) => {
      const own = (await takeTurns(transaction, [key])).get(key)!;
      resolve();
      await mayWrite;
      const { changeNumber } = own;
      await transaction.query(
        'UPDATE locations SET accuracy = 1, change_number = ? WHERE enterprise_key = ? AND id = 1',
        [changeNumber, key],
      );
      await writeChange(transaction, key, 'locations', own, { stored: [1], removed: [] });
    });
    writing.catch(reject);
  });
  return {
    finish: () => {
      proceed();
      return writing;
    },
  };
}

it('What began later is not seen before what began earlier, so that no token is ahead of a change', async () => {
  await stage.load(location(1));
  const before = await tokenOf(stage.client, ROUTE);
  const { finish } = await slowWriter();
  let isLoaded = false;
  const loading = stage.load(location(2)).then(() => (isLoaded = true));
  await wait(A_WHILE_MS);
  expect(isLoaded).toBe(false);
  expect(await follow(stage.client, ROUTE, before)).toMatchObject({ items: [], token: before });

  await Promise.all([finish(), loading]);
  expect(told(ROUTE, await follow(stage.client, ROUTE, before))).toEqual([1, 2]);
  const inOrder = await follow(stage.client, ROUTE, before, { limit: 1 });
  expect(inOrder.items).toMatchObject([{ id: 1, accuracy: 1 }]);
});

// an embedded database has one writer at a time
if (engine === 'mysql')
  it('A writer of one enterprise holds up no other enterprise', async () => {
    await stage.load(location(1));
    const { finish } = await slowWriter();
    await stage.load(location(1, 'other'));
    await finish();
  });

it('A write that is undone leaves nothing, and the next is not missed', async () => {
  await stage.load(location(1));
  const before = await tokenOf(stage.client, ROUTE);
  await expect(
    new Transactions(stage.app.dataSource).run(async (transaction) => {
      const rows = await transaction.query<{ key: number }[]>('SELECT `key` FROM enterprises');
      const turns = await takeTurns(
        transaction,
        rows.map(({ key }) => key),
      );
      for (const [key, turn] of turns)
        await writeChange(transaction, key, 'locations', turn, { stored: [1], removed: [] });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await follow(stage.client, ROUTE, before)).toMatchObject({ items: [], token: before });
  await stage.load(location(2));
  expect(told(ROUTE, await follow(stage.client, ROUTE, before))).toEqual([2]);
});
