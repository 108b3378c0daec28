import { KeyUses } from '../../../src/modules/api-keys/guard/key-uses.js';
import { BERLIN, DAY_MS, HOUR_MS, inFuture, KEYS, KeyStage } from '../key-stage.js';

// docs/contract.md, 2.13: the overlap of `POST .../regenerate`

const stage = new KeyStage({ RATE_LIMIT: '20/100s' });
const { app, admin } = stage;
const ABROAD = '198.51.100.9';

const statusesOf = async (...keys: { key: string }[]): Promise<number[]> => {
  const statuses = [];
  for (const { key } of keys) statuses.push(await stage.statusWith(key));
  return statuses;
};

describe('"so long the old key works beside the new one, at most one at a time"', () => {
  it('until its end, which the entry shows', async () => {
    const old = await stage.make();
    const before = Date.now();
    const fresh = await admin.regenerate(old.id, { overlap_hours: 24 });
    const until = Date.parse(fresh.old_key_until!);
    expect(until - before).toBeGreaterThanOrEqual(DAY_MS - 5);
    expect(until - Date.now()).toBeLessThanOrEqual(DAY_MS + 5);
    expect(await statusesOf(old, fresh)).toEqual([200, 200]);
    expect((await stage.ask(old.key)).headers['x-key-expires-at']).toBe(fresh.old_key_until);
    expect((await stage.ask(fresh.key)).headers).not.toHaveProperty('x-key-expires-at');
    await stage.setColumn(old.id, 'old_key_until', Date.now() - 1);
    expect(await statusesOf(old, fresh)).toEqual([401, 200]);
    expect(await stage.entry()).toMatchObject({ old_key_until: null, old_key_last_used_at: null });
    await admin.problem(404, 'old_key_not_found', 'DELETE', `${KEYS}/${old.id}/old-key`);
  });

  it('until the key is regenerated again, with an overlap or without', async () => {
    const first = await stage.make();
    const second = await admin.regenerate(first.id, { overlap_hours: 1 });
    const third = await admin.regenerate(first.id, { overlap_hours: 168 });
    expect(await statusesOf(first, second, third)).toEqual([401, 200, 200]);
    const fourth = await admin.regenerate(first.id);
    expect(fourth.old_key_until).toBeNull();
    expect(await statusesOf(first, second, third, fourth)).toEqual([401, 401, 401, 200]);
  });

  it('until it is ended, and there is nothing to end any more', async () => {
    const old = await stage.make();
    await admin.problem(404, 'old_key_not_found', 'DELETE', `${KEYS}/${old.id}/old-key`);
    await admin.problem(404, 'api_key_not_found', 'DELETE', `${KEYS}/no-such-id/old-key`);
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    await admin.endOldKey(old.id);
    expect(await statusesOf(old, fresh)).toEqual([401, 200]);
    const [entry] = await admin.list();
    expect(entry).toMatchObject({ old_key_until: null });
    expect(entry!.updated_at > fresh.updated_at).toBe(true);
    await admin.problem(404, 'old_key_not_found', 'DELETE', `${KEYS}/${old.id}/old-key`);
  });

  it('until the entry is deleted', async () => {
    const old = await stage.make();
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    await admin.delete(old.id);
    expect(await statusesOf(old, fresh)).toEqual([401, 401]);
  });
});

describe('"under the same scopes, pause, networks, end and rate budget"', () => {
  it('both keys are judged alike', async () => {
    const old = await stage.make();
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    const ways: [object, object, number][] = [
      [{ scopes: ['device:GetDetail'] }, { scopes: ['device:GetList'] }, 403],
      [{ paused: true }, { paused: false }, 401],
      [{ allowed_networks: ['203.0.113.7'] }, { allowed_networks: [] }, 403],
    ];
    for (const [change, back, status] of ways) {
      await admin.update(old.id, change);
      expect(await statusesOf(old, fresh)).toEqual([status, status]);
      await admin.update(old.id, back);
    }
    expect(await stage.statusWith(old.key, ABROAD)).toBe(200);
    await admin.update(old.id, { expires_at: inFuture(HOUR_MS) });
    const { expires_at } = await stage.entry();
    expect((await stage.ask(old.key)).headers['x-key-expires-at']).toBe(expires_at); // before the overlap is over
    await stage.setColumn(old.id, 'expires_at', Date.now() - 1);
    expect(await statusesOf(old, fresh)).toEqual([401, 401]);
  });

  it('both count against one budget', async () => {
    const old = await stage.make();
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    expect((await stage.ask(old.key)).headers.ratelimit).toMatch(/r=19;/);
    expect((await stage.ask(fresh.key)).headers.ratelimit).toMatch(/r=18;/);
  });
});

// docs/contract.md, 2.7: "Last use is kept per key, written in batches"
describe('The last use', () => {
  it('is shown in the time zone of the enterprise', async () => {
    const { key, ...entry } = await stage.make();
    const before = Date.now();
    await stage.statusWith(key);
    const { last_used_at, ...listed } = await stage.entry();
    expect(last_used_at).toMatch(BERLIN);
    expect(Date.parse(last_used_at!)).toBeGreaterThanOrEqual(before);
    expect({ ...listed, last_used_at: null }).toEqual(entry);
  });

  it('may be a request that the scope kept out', async () => {
    const { key } = await stage.make({}, ['device:GetDetail']);
    expect(await stage.statusWith(key)).toBe(403);
    expect((await stage.entry()).last_used_at).not.toBeNull();
  });

  it('is written for every key, whatever a proxy says of the address of one', async () => {
    const [strange, usual] = [await stage.make(), await admin.create('Usual', ['device:GetList'])];
    expect(await stage.statusWith(strange.key, 'q'.repeat(300))).toBe(200);
    expect(await stage.statusWith(usual.key)).toBe(200);
    const used = (await admin.list()).map(({ last_used_at }) => last_used_at);
    expect(used).toEqual([expect.stringMatching(BERLIN), expect.stringMatching(BERLIN)]);
  });

  it('of the old key is none of the one that replaced it', async () => {
    const { id, key } = await stage.make();
    await stage.statusWith(key);
    await admin.regenerate(id);
    expect((await stage.entry()).last_used_at).toBeNull();
  });

  it('of the old key is told apart from that of the new one, also of what was used before', async () => {
    const old = await stage.make();
    await stage.statusWith(old.key); // not written yet when the key is regenerated
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    const [entry] = await admin.list();
    expect(entry!.last_used_at).toBeNull();
    expect(entry!.old_key_last_used_at).not.toBeNull();
    await stage.statusWith(fresh.key);
    const [after] = await admin.list();
    expect(after!.last_used_at! > entry!.old_key_last_used_at!).toBe(true);
    expect(after!.old_key_last_used_at).toBe(entry!.old_key_last_used_at);
    await stage.statusWith(old.key);
    expect((await stage.entry()).old_key_last_used_at! > after!.last_used_at!).toBe(true);
    await app.part(KeyUses).write();
  });
});

describe('The body', () => {
  it.each([undefined, null, {}, { overlap_hours: 0 }])('may be %j', async (body) => {
    const old = await stage.make();
    const { status } = await admin.call('POST', `${KEYS}/${old.id}/regenerate`, body);
    expect(status).toBe(200);
    expect(await stage.statusWith(old.key)).toBe(401);
  });

  it.each([
    { overlap_hours: -1 },
    { overlap_hours: 169 },
    { overlap_hours: 1.5 },
    { overlap_hours: '24' },
    { overlap_hours: null },
    { hours: 24 },
    [1],
    'x',
  ])('is not %j', async (body) => {
    const old = await stage.make();
    await admin.problem(400, 'invalid_parameter', 'POST', `${KEYS}/${old.id}/regenerate`, body);
    expect(await stage.statusWith(old.key)).toBe(200);
  });
});

it('The trail tells of the overlap and of its end', async () => {
  const { id } = await stage.make();
  await admin.regenerate(id, { overlap_hours: 3 });
  await admin.endOldKey(id);
  const [ended, regenerated] = await admin.changes();
  expect(regenerated).toMatchObject({ action: 'api_key.regenerated', details: { overlap_hours: 3 } });
  expect(ended).toMatchObject({ action: 'api_key.old_key_ended', api_key_id: id, details: {} });
});
