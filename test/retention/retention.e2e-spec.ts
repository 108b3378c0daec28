import { HISTORIES, HISTORY_KINDS } from '../../src/database/changes/histories.js';
import { ROWS_IN_SLICE } from '../../src/database/slices.js';
import { EnterprisesService } from '../../src/modules/enterprises/enterprises.service.js';
import { OldRecordsRepository } from '../../src/modules/retention/old-records.repository.js';
import { RetentionService, type Forgotten } from '../../src/modules/retention/retention.service.js';
import { anEnterprise, nextId } from '../kit/app/builders.js';
import { trailOf } from '../kit/app/portal-app.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only } from '../kit/sync/one-of-each.js';
import { FeedStage } from '../sync/feed-stage.js';
import { ago, agedRecords, oddDays, ZONE } from './aged-records.js';

// docs/contract.md, 2.14: what is older than an enterprise keeps

const REMOVER = { actor: 'test', address: '', requestId: '' };
const NEVER = new AbortController().signal;
const stage = new FeedStage();

const keep = (retention_days: number | null, time_zone = ZONE, id = stage.enterpriseId): Promise<void> =>
  stage.app.load({ enterprises: [anEnterprise({ id, time_zone, retention_days })] });

async function all(run: AsyncIterable<Forgotten>): Promise<Forgotten[]> {
  const own = [stage.enterpriseId, stage.otherId];
  const some: Forgotten[] = [];
  for await (const one of run) if (own.includes(one.enterpriseId)) some.push(one);
  return some;
}
const remove = (signal = NEVER) => all(stage.app.part(RetentionService).removeAll(REMOVER, signal));
const count = () => all(stage.app.part(RetentionService).countAll(NEVER));

/** The identifiers of what an enterprise has of each kind. */
async function standing(id = stage.enterpriseId): Promise<Record<string, number[]>> {
  const kinds = HISTORY_KINDS.map(async (kind) => {
    const rows = await stage.app.dataSource.query<{ id: string }[]>(
      `SELECT id FROM ${HISTORIES[kind].table} WHERE enterprise_key = (SELECT \`key\` FROM enterprises WHERE id = ?)`,
      [id],
    );
    return [kind, rows.map((row) => Number(row.id)).sort((one, next) => one - next)] as const;
  });
  return Object.fromEntries(await Promise.all(kinds));
}
const eachKind = <T>(value: T) => ({ datausage: value, screentime: value, locations: value });

describe('Retention', () => {
  it('removes what is older than so many whole days; what is at the border, later or has no time stays', async () => {
    await stage.load(agedRecords([ago(7, -1), ago(7), ago(6), ago(0), null, '1990-01-01T00:00:00.000Z']));
    await keep(7);
    expect(await remove()).toEqual([
      { enterpriseId: stage.enterpriseId, keptFrom: ago(7), records: eachKind(2) },
    ]);
    expect(await standing()).toEqual(eachKind([2, 3, 4, 5]));
    expect(await remove()).toMatchObject([{ records: eachKind(0) }]);
  });

  it.each([ZONE, 'Australia/Lord_Howe', 'America/Santiago'])(
    'knows days that had other than 24 hours: %s',
    async (zone) => {
      const odd = oddDays(zone);
      expect(odd).toHaveLength(2);
      for (const days of odd) {
        await stage.load(agedRecords([ago(days, -1, zone), ago(days, 0, zone), ago(days - 1, -1, zone)]));
        await keep(days, zone);
        await remove();
        expect(await standing()).toEqual(eachKind([2, 3]));
        await keep(days - 1, zone);
        await remove();
        expect(await standing()).toEqual(eachKind([]));
        await keep(null);
      }
    },
  );

  it('leaves an enterprise alone that keeps everything, and judges each in its own zone', async () => {
    // which of two days begins first depends on the hour of the test
    const beginOf = (zone: string) => new Date(ago(3, 0, zone)).getTime();
    const [early = '', late = ''] = [ZONE, 'Pacific/Kiritimati'].sort((a, b) => beginOf(a) - beginOf(b));
    for (const enterprise_id of ['acme', 'other'])
      await stage.load(agedRecords([ago(3, -1, late), ago(3, -1, early)], { enterprise_id }));
    await keep(3, early);
    await remove();
    expect(await standing()).toEqual(eachKind([1]));
    expect(await standing(stage.otherId)).toEqual(eachKind([1, 2]));
    await keep(3, late, stage.otherId);
    await remove();
    expect(await standing(stage.otherId)).toEqual(eachKind([]));
  });

  it('says beforehand what it would remove, and removes nothing by that', async () => {
    await stage.load(agedRecords([ago(9), ago(8), ago(1)]));
    await stage.load({
      locations: [aRecord('locations', 9, { created_at: ago(5, -1), device_id: 'tablet-2' })],
    });
    await keep(5);
    const before = await standing();
    const counted = await count();
    expect(counted).toMatchObject([{ keptFrom: ago(5), records: { ...eachKind(2), locations: 3 } }]);
    expect(await standing()).toEqual(before);
    expect(await remove()).toEqual(counted);
  });

  it('tells the trail how much of what it removed, and nothing where there was nothing', async () => {
    await stage.load(agedRecords([ago(9), ago(1)]));
    await keep(2);
    await remove();
    await remove();
    const events = (await trailOf(stage.app, stage.enterpriseId)).filter(
      ({ action }) => action === 'retention.applied',
    );
    expect(events).toMatchObject([
      { actor: 'test', details: { retention_days: 2, kept_from: ago(2), ...eachKind(1) } },
    ]);
  });

  it('heeds a change of mind at the next slice', async () => {
    await stage.load(agedRecords([ago(9)]));
    await keep(2);
    const enterprises = stage.app.part(EnterprisesService);
    const before = await enterprises.list();
    await keep(null);
    jest.spyOn(enterprises, 'list').mockResolvedValueOnce(before);
    expect(await remove()).toMatchObject([{ records: eachKind(0) }]);
    expect(await standing()).toEqual(eachKind([1]));
  });

  it('that is stopped in its middle has told what it did, and goes on another time', async () => {
    const rows = 2 * ROWS_IN_SLICE + 5;
    const positions = Array.from({ length: rows }, (_none, at) =>
      aRecord('locations', at + 1, { created_at: ago(9, at) }),
    );
    await stage.load({ ...agedRecords([ago(9), ago(1)]), locations: positions });
    await keep(2);
    const token = await tokenOf(stage.client, route('locations'));
    const stop = new AbortController();
    const repository = stage.app.part(OldRecordsRepository);
    const removeSome = repository.removeSome.bind(repository);
    const spy = jest.spyOn(repository, 'removeSome').mockImplementation(async (...slice) => {
      const removed = await removeSome(...slice);
      if (removed === ROWS_IN_SLICE) stop.abort();
      return removed;
    });
    const first = await remove(stop.signal);
    spy.mockRestore();
    expect(first).toMatchObject([{ records: { ...eachKind(1), locations: ROWS_IN_SLICE } }]);
    expect((await standing()).locations).toHaveLength(rows - ROWS_IN_SLICE);
    expect((await trailOf(stage.app, stage.enterpriseId))[0]).toMatchObject({
      action: 'retention.applied',
      details: { ...eachKind(1), locations: ROWS_IN_SLICE },
    });
    expect(await remove()).toMatchObject([{ records: { ...eachKind(0), locations: rows - ROWS_IN_SLICE } }]);
    expect(await standing()).toEqual({ ...eachKind([2]), locations: [] });
    expect((await follow(stage.client, route('locations'), token)).items).toEqual([]);
  });

  it('goes through devices of any number', async () => {
    const ids = Array.from({ length: 2_100 }, (_none, at) => `device-${at}`);
    await stage.load({ devices: ids.map((id) => aRecord('devices', id)) });
    const of = (device_id: string, days: number) =>
      aRecord('datausage', nextId(), { device_id, start: ago(days) });
    await stage.load({ datausage: ids.flatMap((id) => [of(id, 9), of(id, 0)]) });
    await keep(2);
    expect(await remove()).toMatchObject([{ records: { datausage: ids.length } }]);
    expect((await standing()).datausage).toHaveLength(ids.length);
  });
});

const route = (kind: string) => FEED_ROUTES.find((some) => some.kind === kind)!;

describe('A feed', () => {
  it('goes on behind retention from every token, without an item for what went, and misses nothing new', async () => {
    const before = new Map<string, string[]>();
    const note = async (): Promise<void> => {
      for (const some of FEED_ROUTES)
        before.set(some.kind, [...(before.get(some.kind) ?? []), await tokenOf(stage.client, some)]);
    };
    await note();
    await stage.load(agedRecords([ago(9), ago(1), null]));
    await note();
    const inside = new Map<string, string>();
    for (const some of FEED_ROUTES.filter(({ hasDays }) => hasDays)) {
      const [start = ''] = before.get(some.kind) ?? [];
      inside.set(`${some.kind} in the ledger`, (await follow(stage.client, some, start, { limit: 1 })).token);
      const walk = await follow(stage.client, some, 'beginning', { limit: 1 });
      inside.set(`${some.kind} in the table`, walk.token);
    }
    await keep(2);
    await remove();
    await stage.load(only('datausage', aRecord('datausage', 9, { start: ago(0) })));
    for (const some of FEED_ROUTES.filter(({ hasDays }) => hasDays)) {
      const late = some.kind === 'datausage' ? [9] : [];
      const ids = async (token: string, more = {}) => {
        const { items } = await follow(stage.client, some, token, more);
        expect(items.filter(({ deleted }) => deleted === true)).toEqual([]);
        return items.map((item) => Number(item.id)).sort();
      };
      const [start = '', end = ''] = before.get(some.kind) ?? [];
      expect(await ids(start)).toEqual([2, 3, ...late]);
      expect(await ids(end)).toEqual(late);
      expect(await ids(end, { limit: 10 })).toEqual(late);
      expect(await ids('beginning')).toEqual([2, 3, ...late]);
      for (const where of ['in the ledger', 'in the table'])
        for (const id of await ids(inside.get(`${some.kind} ${where}`) ?? ''))
          expect([2, 3, 9]).toContain(id);
      expect((await follow(stage.client, some, await tokenOf(stage.client, some))).items).toEqual([]);
    }
  });

  it('has another mark where retention removed something of its kind, and the same elsewhere', async () => {
    await stage.load({
      ...agedRecords([ago(1)]),
      locations: [aRecord('locations', 1, { created_at: ago(9) })],
    });
    await keep(2);
    const marks = async () =>
      Promise.all(FEED_ROUTES.map(async (some) => (await ask(stage.client, wholeOf(some))).headers.etag));
    const before = await marks();
    await remove();
    const after = await marks();
    for (const [at, { kind }] of FEED_ROUTES.entries())
      expect({ kind, isSame: after[at] === before[at] }).toEqual({ kind, isSame: kind !== 'locations' });
    await remove();
    expect(await marks()).toEqual(after);
  });
});
