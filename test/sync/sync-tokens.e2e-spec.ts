import { anEnterprise } from '../kit/app/builders.js';
import { problemOf } from '../kit/http/api-client.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';
import { aRecord, idFor, only } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12: which tokens are good, and what may be asked with one

const stage = new FeedStage();

const problem = async (path: string, status: number, code: string) =>
  problemOf(await ask(stage.client, path), status, code);

describe.each(FEED_ROUTES)('Of $path', (route) => {
  const { path, kind } = route;
  const feed = (since: string): string => `${path}?since=${since}`;

  it('a token that was altered anywhere is refused', async () => {
    await stage.load(only(kind, aRecord(kind, idFor(route, 1)), aRecord(kind, idFor(route, 2))));
    const whole = await tokenOf(stage.client, route);
    const inside = (await follow(stage.client, route, 'beginning', { limit: 1 })).token;
    for (const token of [whole, inside]) {
      expect(token.length).toBeLessThanOrEqual(200);
      const at = Array.from({ length: token.length }, (_none, place) => place);
      const altered = at.map((place) => {
        const other = token[place] === 'A' ? 'B' : 'A';
        return token.slice(0, place) + other + token.slice(place + 1);
      });
      const cut = at.map((place) => token.slice(0, place));
      for (const one of [
        ...altered,
        ...cut,
        `${token}A`,
        `${token}.`,
        `${token}.A`,
        ` ${token}`,
        `${token}=`,
        token + token,
      ])
        await problem(feed(encodeURIComponent(one)), 400, 'invalid_sync_token');
    }
  }, 60_000);

  it.each(['', 'Beginning', '0', '.', 'null', '%00', '%F0%9F%9A%9A', 'x'.repeat(201), 'A.A'])(
    'since=%s is refused',
    async (since) => {
      await problem(feed(since), 400, 'invalid_sync_token');
    },
  );

  it('a token of another route or another enterprise is refused', async () => {
    for (const another of FEED_ROUTES.filter((some) => some.kind !== kind))
      await problem(feed(await tokenOf(stage.client, another)), 400, 'invalid_sync_token');
    const stranger = await stage.app.customer(stage.otherId);
    await problem(feed(await tokenOf(stranger, route)), 400, 'invalid_sync_token');
  });

  it('since goes with no days, and limit with nothing but since', async () => {
    const token = await tokenOf(stage.client, route);
    for (const limit of ['0', '-1', '50001', '1.5', 'all', '', '01', '1e3', '99999999999'])
      await problem(`${feed(token)}&limit=${limit}`, 400, 'invalid_parameter');
    await problem(`${feed(token)}&limit=1&limit=2`, 400, 'invalid_parameter');
    await problem(`${feed(token)}&since=${token}`, 400, 'invalid_parameter');
    const whole = wholeOf(route);
    await problem(`${whole}${whole.includes('?') ? '&' : '?'}limit=5`, 400, 'invalid_parameter');
    for (const day of ['startdate=2026-01-01', 'enddate=2026-01-01', 'startdate='])
      await problem(`${feed(token)}&${day}`, 400, 'invalid_parameter');
    if (route.hasDays) await problem(path, 400, 'invalid_parameter');
  });
});

describe('Other routes', () => {
  it.each([
    '/api/v1/device/id/tablet-1',
    '/api/v1/device/datausage/id/tablet-1',
    '/api/v1/device-location/id/tablet-1',
  ])('%s has neither since nor limit, nor a mark', async (path) => {
    for (const query of ['since=beginning', 'limit=1'])
      await problem(`${path}?${query}`, 400, 'invalid_parameter');
    const { status, headers } = await ask(stage.client, path);
    expect(status).toBe(200);
    for (const name of ['etag', 'x-sync-token']) expect(headers).not.toHaveProperty(name);
  });
});

describe('The history of the database', () => {
  const route = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;
  const locations = (...ids: number[]) => only('locations', ...ids.map((id) => aRecord('locations', id)));
  const ask_ = (sql: string): Promise<unknown> => stage.app.dataSource.query(sql);
  const LAST = `change_number = (SELECT number FROM (SELECT MAX(change_number) AS number FROM changes) AS last)`;

  const tokens = async (): Promise<string[]> => {
    await stage.load(locations(1, 2));
    const walking = (await follow(stage.client, route, 'beginning', { limit: 1 })).token;
    const before = await tokenOf(stage.client, route);
    await stage.load(locations(3, 4));
    const inside = (await follow(stage.client, route, before, { limit: 1 })).token;
    return [walking, before, inside, await tokenOf(stage.client, route)];
  };
  const expectGone = async (token: string): Promise<void> => {
    const { detail } = await problem(`${route.path}?since=${token}`, 410, 'sync_token_expired');
    expect(detail).toContain('beginning');
  };

  it('that lost the last change, or has another in its place, refuses those who saw it and no others', async () => {
    for (const loss of [
      `DELETE FROM changes WHERE ${LAST}`,
      `UPDATE changes SET bits = bits + 1 WHERE ${LAST}`,
    ]) {
      const [walking = '', before = '', inside = '', newest = ''] = await tokens();
      await ask_(loss);
      for (const token of [inside, newest]) await expectGone(token);
      for (const token of [walking, before])
        expect((await follow(stage.client, route, token)).token).not.toBe('');
      await stage.load(locations(5));
      for (const token of [inside, newest]) await expectGone(token);
      await ask_('DELETE FROM changes');
      await ask_('DELETE FROM locations');
    }
  });

  it('is judged for the kind of the route alone', async () => {
    const usage = FEED_ROUTES.find(({ kind }) => kind === 'datausage')!;
    const token = await tokenOf(stage.client, usage);
    await tokens();
    await ask_('DELETE FROM changes');
    expect((await follow(stage.client, usage, token)).items).toEqual([]);
  });
});

it('An enterprise that was not there before has tokens of its own from its first record on', async () => {
  await stage.app.load({ enterprises: [anEnterprise({ id: 'new one' })] });
  const client = await stage.app.customer('new one');
  for (const route of FEED_ROUTES)
    expect((await follow(client, route, await tokenOf(client, route))).items).toEqual([]);
});
