import type { ApiClient } from '../kit/http/api-client.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { anEvent, writeSealedTrail, type Event } from './sealed-trail.js';

const EVENTS = '/internal/v1/audit-events';
const MANY = 10_500;
const ACTIONS = ['api_key.created', 'api_key.updated', 'sign_in.failed', 'call.refused'];
const ACTORS = ['admin:a@x.example', 'admin:b@x.example', 'admin-token'];

const event = (sequence: number): Event =>
  anEvent(sequence, {
    actor: ACTORS[sequence % 3]!,
    action: ACTIONS[sequence % 4]!,
    apiKeyId: sequence % 5 === 0 ? '' : `key-${sequence % 5}`,
    application: `Report ${sequence % 5}`,
    details: JSON.stringify({ code: sequence === 30 ? 'Needle' : 'hay' }),
  });

describe('A long audit trail', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    await app.load({ enterprises: [anEnterprise()] });
    await writeSealedTrail(app.dataSource, MANY, event);
    admin = app.admin(ENTERPRISE_ID);
  });
  afterAll(() => app.close());

  async function page(path: string) {
    const { status, headers, body } = await admin.get(path);
    expect({ status, body }).toMatchObject({ status: 200 });
    return {
      numbers: (JSON.parse(body) as { sequence: number }[]).map(({ sequence }) => sequence),
      next: /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1],
      searched: Number(headers['x-searched-events']),
    };
  }

  /** As many pages as there are. */
  async function allPages(query: string): Promise<number[][]> {
    const pages: number[][] = [];
    for (let path: string | undefined = `${EVENTS}?${query}`; path !== undefined;) {
      const { numbers, next } = await page(path);
      pages.push(numbers);
      path = next;
    }
    return pages;
  }

  /** What a filter and an order should bring, worked out from the events themselves. */
  const expected = (isWanted: (one: Event) => boolean, by: (one: Event) => string, sign: number) =>
    Array.from({ length: MANY }, (_, at) => event(MANY - at))
      .filter(isWanted)
      .sort((a, b) => sign * (by(a) < by(b) ? -1 : Number(by(a) > by(b))))
      .map(({ sequence }) => sequence);

  it('is shown a hundred events at a time when nothing is said, and leads on to the next', async () => {
    const first = await page(EVENTS);
    expect(first.numbers).toEqual(Array.from({ length: 100 }, (_, at) => MANY - at));
    expect(first.next).toContain(`${EVENTS}?cursor=`);
    const second = await page(first.next!);
    expect(second.numbers).toEqual(Array.from({ length: 100 }, (_, at) => MANY - 100 - at));
  });

  it('has no page after the last', async () => {
    expect((await page(`${EVENTS}?before=101`)).next).toBeUndefined();
    const pages = await allPages('before=202&limit=100');
    expect(pages.map((numbers) => numbers.length)).toEqual([100, 100, 1]);
  });

  it('is shown from its beginning', async () => {
    const pages = await allPages('sort=sequence&limit=3&before=8');
    expect(pages).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  const actorOf = ({ actor }: Event) => actor;
  const actionOf = ({ action }: Event) => action;
  const keyOf = ({ apiKeyId }: Event) => apiKeyId;
  const outcomeOf = ({ action }: Event) => (/refused|failed/.test(action) ? 'refused' : 'done');
  it.each([
    ['sort=actor', () => true, actorOf, 1],
    ['sort=-actor', () => true, actorOf, -1],
    ['sort=action', () => true, actionOf, 1],
    ['sort=-action&actor=admin-token', (one) => one.actor === 'admin-token', actionOf, -1],
    ['sort=api_key_id&outcome=refused', (one) => outcomeOf(one) === 'refused', keyOf, 1],
    ['sort=outcome', () => true, outcomeOf, 1],
    ['sort=-outcome&api_key_id=key-1', ({ apiKeyId }) => apiKeyId === 'key-1', outcomeOf, -1],
    ['sort=actor&action=sign_in.failed', ({ action }) => action === 'sign_in.failed', actorOf, 1],
    ['sort=actor&actor=admin-token', (one) => one.actor === 'admin-token', actorOf, 1],
  ] as [string, (one: Event) => boolean, (one: Event) => string, number][])(
    'is sorted as a whole by ?%s, the newest of each first',
    async (query, isWanted, by, sign) => {
      const pages = await allPages(`${query}&limit=1000`);
      expect(pages.flat()).toEqual(expected(isWanted, by, sign));
    },
  );

  it('is searched ten thousand events a step', async () => {
    const first = await page(`${EVENTS}?search=needle`);
    expect(first.numbers).toEqual([]);
    expect(first.searched).toBeGreaterThan(0);
    expect(first.searched).toBeLessThanOrEqual(10_000); // less on a slow machine
    let searched = first.searched;
    const found: number[] = [];
    for (let { next } = first; next !== undefined;) {
      const more = await page(next);
      searched += more.searched;
      found.push(...more.numbers);
      next = more.next;
    }
    expect({ found, searched }).toEqual({ found: [30], searched: MANY });
  });

  it.each([
    ['search=request-77%20API_KEY', [7776, 7773, 7772, 7769, 7764, 776, 773, 772]],
    ['search=needle|request-10499%20hay|needle', [10499, 30]],
    ['search=needle&actor=admin:a@x.example&limit=1', [30]],
    ['search=needle&action=api_key.created', []],
    ['search=request-30&sort=outcome&before=31', [30]],
    ['search=1970-01-01T01:30', [30]],
  ])('is searched by ?%s', async (query, found) => {
    const all = (await allPages(query)).flat();
    for (const sequence of found) expect(all).toContain(sequence);
    if (found.length < 5) expect(all).toEqual(found);
  });

  describe('is verified in pieces', () => {
    interface Piece {
      events: number;
      next: number | null;
      total: number;
      intact: boolean;
      flaws: { sequence: number; flaw: string }[];
    }

    async function pieces(): Promise<Piece[]> {
      const found: Piece[] = [];
      for (let after: number | null = 0; after !== null;) {
        const answer = await admin.object(`${EVENTS}/verification?after=${after}`);
        found.push(answer as unknown as Piece);
        after = found.at(-1)!.next;
      }
      return found;
    }

    it('of at most ten thousand events, to its end', async () => {
      const all = await pieces();
      expect(all.length).toBeGreaterThan(1);
      for (const { events, total, intact } of all) {
        expect(events).toBeLessThanOrEqual(10_000);
        expect({ total, intact }).toEqual({ total: MANY, intact: true });
      }
      expect(all.reduce((sum, { events }) => sum + events, 0)).toBe(MANY);
    });

    it('while what was altered or removed shows in the piece that has it', async () => {
      const meddle = (change: string) => app.dataSource.query(change);
      await meddle("UPDATE audit_events SET address = '::1' WHERE sequence = 10400");
      await meddle('DELETE FROM audit_events WHERE sequence = 10000');
      const all = await pieces();
      expect(all.flatMap(({ flaws }) => flaws)).toEqual([
        { sequence: 10_000, flaw: 'removed' },
        { sequence: 10_400, flaw: 'altered' },
      ]);
    });

    it('also from an event that is gone', async () => {
      expect(await admin.object(`${EVENTS}/verification?after=10000`)).toMatchObject({
        intact: false,
        events: 500,
        next: null,
      });
    });
  });
});
