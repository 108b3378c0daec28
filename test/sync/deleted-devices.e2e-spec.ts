import { aDevice, anApplication } from '../kit/app/builders.js';
import { FEED_ROUTES, type FeedKind, type FeedRoute } from '../kit/sync/feed-routes.js';
import { follow, told, tokenOf } from '../kit/sync/follow.js';
import { aRecord, only, removalOf } from '../kit/sync/one-of-each.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.12: "A device that becomes DELETED is gone, and so are its apps"

const HISTORIES = FEED_ROUTES.filter(({ hasDays }) => hasDays);
const routeOf = (kind: FeedKind): FeedRoute => FEED_ROUTES.find((route) => route.kind === kind)!;

const stage = new FeedStage();

describe('A device that becomes DELETED', () => {
  const [devices, apps] = [routeOf('devices'), routeOf('applications')];
  const ways = [
    ['by a line that removes it', removalOf('devices', aDevice())],
    ['by its status', aDevice({ status: 'DELETED' })],
  ] as const;

  it.each(ways)(
    '%s is gone with its apps, its histories stay, and all arrives anew with it',
    async (_, line) => {
      await stage.load({
        applications: [
          anApplication({ ID: 1 }),
          anApplication({ ID: 2 }),
          anApplication({ ID: 3, device_id: 'tablet-2' }),
        ],
      });
      for (const { kind } of HISTORIES) await stage.load(only(kind, aRecord(kind, 1)));
      const tokens = new Map<FeedRoute, string>();
      for (const route of FEED_ROUTES) tokens.set(route, await tokenOf(stage.client, route));
      const news = async (): Promise<Record<string, unknown[]>> => {
        const found: Record<string, unknown[]> = {};
        for (const [route, token] of tokens) {
          const answer = await follow(stage.client, route, token);
          tokens.set(route, answer.token);
          found[route.kind] = told(route, answer);
        }
        return found;
      };
      const stay = { datausage: [], screentime: [], locations: [] };
      const beforeAll = new Map(tokens);

      await stage.load({ devices: [line] });
      expect(await news()).toEqual({
        devices: ['gone tablet-1'],
        applications: ['gone 1', 'gone 2'],
        ...stay,
      });
      expect(told(apps, await follow(stage.client, apps, 'beginning'))).toEqual([3]);

      await stage.load({ devices: [aDevice()] });
      expect(await news()).toEqual({ devices: ['tablet-1'], applications: [1, 2], ...stay });
      for (const route of [devices, apps]) {
        const { items } = await follow(stage.client, route, beforeAll.get(route) ?? '');
        expect(items.every(({ deleted }) => deleted === false)).toBe(true);
      }
    },
  );

  it('hides an app that comes meanwhile until it is back', async () => {
    await stage.load({ devices: [aDevice({ status: 'DELETED' })] });
    const token = await tokenOf(stage.client, apps);
    await stage.load({ applications: [anApplication({ ID: 1 })] });
    const meanwhile = await follow(stage.client, apps, token);
    expect(meanwhile.items.filter(({ deleted }) => deleted === false)).toEqual([]);
    await stage.load({ devices: [aDevice()] });
    expect(told(apps, await follow(stage.client, apps, meanwhile.token))).toEqual([1]);
  });

  it('gives each of very many apps once', async () => {
    const ids = Array.from({ length: 7_000 }, (_none, at) => 3 * at + 1);
    await stage.load({ applications: ids.map((ID) => anApplication({ ID })) });
    const before = await tokenOf(stage.client, apps);
    await stage.load({ applications: [anApplication({ ID: 1 }), anApplication({ ID: ids.at(-1) })] });
    await stage.load({ devices: [aDevice({ status: 'DELETED' })] });
    expect(told(apps, await follow(stage.client, apps, before))).toHaveLength(ids.length);
    let [gone, token] = [[] as unknown[], before];
    for (let hasMore = true; hasMore;) {
      const answer = await follow(stage.client, apps, token, { limit: 999 });
      gone = [...gone, ...told(apps, answer)];
      token = answer.token;
      hasMore = answer.next !== undefined;
    }
    expect(gone).toHaveLength(ids.length);
    expect(new Set(gone).size).toBe(ids.length);
  }, 60_000);
});
