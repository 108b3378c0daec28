import type { ApiClient } from '../kit/http/api-client.js';
import { appWith } from '../kit/app/app-with.js';
import { aMixedEvent, pagesOf, sealedLog } from './sealed-log.js';

const MANY = 10_500;
type Event = ReturnType<typeof aMixedEvent>;

const event = (sequence: number) => aMixedEvent(sequence, 30);

const app = appWith();
let admin: ApiClient;
beforeAll(async () => ({ admin } = await sealedLog(app, MANY, event)));

const found = async (query: string) => (await pagesOf(admin, query)).flatMap(({ numbers }) => numbers);

describe('A long audit trail', () => {
  it('is shown from its beginning', async () => {
    const pages = await pagesOf(admin, 'sort=sequence&limit=3&before=8');
    expect(pages.map(({ numbers }) => numbers)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  const actorOf = ({ actor }: Event) => actor;
  const actionOf = ({ action }: Event) => action;
  const keyOf = ({ apiKeyId }: Event) => apiKeyId;
  const outcomeOf = ({ action }: Event) => (/refused|failed/.test(action) ? 'refused' : 'done');
  const isAny = () => true;
  it.each<[query: string, isWanted: (one: Event) => boolean, by: (one: Event) => string, sign: number]>([
    ['sort=actor', isAny, actorOf, 1],
    ['sort=-actor', isAny, actorOf, -1],
    ['sort=action', isAny, actionOf, 1],
    ['sort=-action&actor=admin-token', (one) => one.actor === 'admin-token', actionOf, -1],
    ['sort=api_key_id&outcome=refused', (one) => outcomeOf(one) === 'refused', keyOf, 1],
    ['sort=outcome', isAny, outcomeOf, 1],
    ['sort=-outcome&api_key_id=key-1', ({ apiKeyId }) => apiKeyId === 'key-1', outcomeOf, -1],
    ['sort=actor&action=sign_in.failed', ({ action }) => action === 'sign_in.failed', actorOf, 1],
    ['sort=actor&actor=admin-token', (one) => one.actor === 'admin-token', actorOf, 1],
  ])('is sorted as a whole by ?%s, the newest of each first', async (query, isWanted, by, sign) => {
    const expected = Array.from({ length: MANY }, (_, at) => event(MANY - at))
      .filter(isWanted)
      .sort((a, b) => sign * (by(a) < by(b) ? -1 : Number(by(a) > by(b))))
      .map(({ sequence }) => sequence);
    expect(await found(`${query}&limit=1000`)).toEqual(expected);
  });

  it('is searched ten thousand events a step', async () => {
    const pages = await pagesOf(admin, 'search=needle');
    const [first] = pages;
    expect(first!.numbers).toEqual([]);
    expect(first!.searched).toBeGreaterThan(0);
    expect(first!.searched).toBeLessThanOrEqual(10_000); // less on a slow machine
    expect(pages.flatMap(({ numbers }) => numbers)).toEqual([30]);
    expect(pages.reduce((sum, { searched }) => sum + searched, 0)).toBe(MANY);
  });

  it.each([
    ['search=needle|request-10499%20hay|needle', [10499, 30]],
    ['search=request-30&sort=outcome&before=31', [30]],
  ])('is searched by ?%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});
