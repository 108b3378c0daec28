import { NO_TERMS } from '../../kit/http/internal-client.js';
import { SCOPES } from '../../kit/specification/specification.js';
import { BERLIN, KEYS, KeyStage } from '../key-stage.js';

// docs/contract.md, 2.7 and 2.8; the use cases of the specification: list, create, update, regenerate, delete

const KEY = /^cda_[0-9A-Za-z]{49}$/;

const stage = new KeyStage();
const { app, admin } = stage;

describe('"list all existing API entries (id, application, scopes)"', () => {
  it('answers an empty array at first', async () => {
    expect(await admin.list()).toEqual([]);
  });

  it('answers every entry, the oldest first, and never a key', async () => {
    const made = [];
    for (const name of ['Zebra', 'Ant', 'Bee']) made.push(await admin.create(name, ['device:GetList']));
    const { body } = await admin.call('GET', KEYS);
    expect(JSON.parse(body)).toEqual(made.map(({ key: _key, ...entry }) => entry));
    for (const { key } of made) expect(body).not.toContain(key);
  });

  it('shows the enterprise its own entries only', async () => {
    const { id } = await admin.create('Ours', ['device:GetList']);
    const neighbour = await stage.adminOf('neighbour');
    expect(await neighbour.list()).toEqual([]);
    expect((await admin.list()).map((entry) => entry.id)).toEqual([id]);
  });
});

describe('"create a key for a customer by giving an application name and scopes"', () => {
  it('answers the entry and its key', async () => {
    const { key, ...entry } = await admin.create('Night report', ['device:GetLocation', 'device:GetList']);
    expect(key).toMatch(KEY);
    expect(entry).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      application: 'Night report',
      scopes: ['device:GetList', 'device:GetLocation'], // in the specification's order
      key_hint: `${key.slice(0, 8)}…${key.slice(-4)}`,
      created_at: expect.stringMatching(BERLIN) as string,
      updated_at: entry.created_at,
      last_used_at: null,
      ...NO_TERMS,
    });
    expect(await stage.statusWith(key)).toBe(200);
  });

  it('makes a key of every scope alone and of all', async () => {
    for (const scopes of [...SCOPES.map((scope) => [scope]), SCOPES]) {
      expect((await admin.create(`Of ${scopes.join()}`.slice(0, 100), scopes)).scopes).toEqual(scopes);
    }
  });

  it('keeps nothing that the key could be made of', async () => {
    const { key } = await admin.create('Secret', ['device:GetList']);
    const rows: unknown = await app.dataSource.query('SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(key.slice(8, -4));
  });

  it('trims the name', async () => {
    expect((await admin.create('  Trimmed\u00a0\t ', ['device:GetList'])).application).toBe('Trimmed');
  });

  it.each([
    'x',
    'é'.repeat(100),
    '😀'.repeat(100),
    '"\\\u2028<b>',
    "Robert'); DROP TABLE api_keys;--",
    'naïve Käse',
  ])('takes the name %j', async (name) => {
    expect((await admin.create(name, ['device:GetList'])).application).toBe(name);
    expect((await admin.list()).map(({ application }) => application)).toEqual([name]);
  });

  it('refuses a second key for an application, but takes the same name in other letters or another enterprise', async () => {
    await admin.create('Report', ['device:GetList']);
    const again = { application: ' Report ', scopes: ['device:GetDetail'] };
    await admin.problem(409, 'application_exists', 'POST', KEYS, again);
    await admin.create('report', ['device:GetList']);
    const elsewhere = await stage.adminOf('elsewhere');
    expect((await elsewhere.create('Report', ['device:GetList'])).application).toBe('Report');
  });

  it('makes one of two at once, and tells the other', async () => {
    const body = { application: 'Twice', scopes: ['device:GetList'] };
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await admin.call('POST', KEYS, body)).status),
    );
    expect(statuses.sort()).toEqual([201, 409, 409]);
    expect(await admin.list()).toHaveLength(1);
    expect(await admin.changes()).toHaveLength(1);
  });
});

describe('"update an existing application and/or its scopes"', () => {
  it('changes the name, the scopes or both, and nothing else', async () => {
    const { key, ...entry } = await admin.create('Before', ['device:GetList']);
    const named = await admin.update(entry.id, { application: 'After' });
    expect(named).toEqual({ ...entry, application: 'After', updated_at: named.updated_at });
    const scoped = await admin.update(entry.id, { scopes: ['device:GetDetail'] });
    expect(scoped).toEqual({ ...named, scopes: ['device:GetDetail'], updated_at: scoped.updated_at });
    expect(await stage.statusWith(key)).toBe(403);
    const both = await admin.update(entry.id, { application: 'Both', scopes: ['device:GetList'] });
    expect(both).toMatchObject({ application: 'Both', scopes: ['device:GetList'] });
    expect(await admin.list()).toEqual([{ ...both, last_used_at: expect.stringMatching(BERLIN) as string }]);
  });

  it('takes the name that the entry has already', async () => {
    const { id } = await admin.create('Same', ['device:GetList']);
    expect((await admin.update(id, { application: 'Same' })).application).toBe('Same');
  });

  it('answers an empty change with the entry as it is', async () => {
    const { key: _key, ...entry } = await admin.create('Same', ['device:GetList']);
    expect(await admin.update(entry.id, {})).toEqual(entry);
  });

  it('refuses the name of another entry', async () => {
    await admin.create('Taken', ['device:GetList']);
    const { id } = await admin.create('Free', ['device:GetList']);
    await admin.problem(409, 'application_exists', 'PATCH', `${KEYS}/${id}`, { application: 'Taken' });
    expect((await admin.list()).map(({ application }) => application)).toEqual(['Taken', 'Free']);
  });

  it('undoes nothing that somebody else has changed since the entry was read, where that is asked for', async () => {
    const seen = await admin.create('Shared', ['device:GetList', 'device:GetLocation']);
    const path = `${KEYS}/${seen.id}`;
    const reduced = await admin.update(seen.id, {
      scopes: ['device:GetList'],
      unchanged_since: seen.updated_at,
    });
    const outdated = { scopes: ['device:GetLocation', 'device:GetDetail'], unchanged_since: seen.updated_at };
    await admin.problem(409, 'api_key_changed', 'PATCH', path, outdated);
    expect(await admin.list()).toEqual([reduced]);
    await admin.regenerate(seen.id);
    await admin.problem(409, 'api_key_changed', 'PATCH', path, {
      application: 'Other',
      unchanged_since: reduced.updated_at,
    });
    await admin.problem(400, 'invalid_parameter', 'PATCH', path, { unchanged_since: 'yesterday' });
  });
});

describe('"regenerate the key of an existing application (the new key replaces the old one)"', () => {
  it('answers a new key and ends the old one', async () => {
    const old = await admin.create('Rotated', ['device:GetList']);
    const fresh = await admin.regenerate(old.id);
    expect(fresh.key).toMatch(KEY);
    expect(fresh.key).not.toBe(old.key);
    expect(fresh).toMatchObject({ id: old.id, application: 'Rotated', scopes: ['device:GetList'] });
    expect(fresh.key_hint).toBe(`${fresh.key.slice(0, 8)}…${fresh.key.slice(-4)}`);
    expect([await stage.statusWith(old.key), await stage.statusWith(fresh.key)]).toEqual([401, 200]);
  });
});

describe('"delete an existing key"', () => {
  it('ends the key and frees the name', async () => {
    const { id, key } = await admin.create('Gone', ['device:GetList']);
    await admin.delete(id);
    expect(await stage.statusWith(key)).toBe(401);
    expect(await admin.list()).toEqual([]);
    await admin.problem(404, 'api_key_not_found', 'DELETE', `${KEYS}/${id}`);
    await admin.create('Gone', ['device:GetList']);
  });
});

describe('An entry that is not there', () => {
  it.each([
    ['PATCH', '', { application: 'x' }],
    ['POST', '/regenerate', undefined],
    ['DELETE', '', undefined],
  ])('and one of another enterprise are the same to %s%s', async (method, suffix, body) => {
    const { id, key } = await admin.create('Foreign', ['device:GetList']);
    const stranger = await stage.adminOf('stranger');
    const [foreign, missing] = [
      await stranger.problem(404, 'api_key_not_found', method, `${KEYS}/${id}${suffix}`, body),
      await stranger.problem(404, 'api_key_not_found', method, `${KEYS}/no-such-id${suffix}`, body),
    ];
    expect({ ...foreign, instance: '', request_id: '' }).toEqual({
      ...missing,
      instance: '',
      request_id: '',
    });
    expect(await stage.statusWith(key)).toBe(200);
    expect(await stranger.changes()).toEqual([]);
  });
});
