import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { EMAIL, PortalStage } from '../kit/app/portal-app.js';
import { bodyOf } from '../kit/app/portal-client.js';
import type { KeyEntry } from '../kit/http/internal-client.js';
import { HOUR_MS, inFuture, KEYS, KeyStage, UNKNOWN_KEY } from './key-stage.js';

const LOOKUP = `${KEYS}/lookup`;

describe('A lookup of a leaked key', () => {
  const stage = new KeyStage();
  const { admin, app } = stage;

  async function idOf(key: string): Promise<unknown> {
    const { status, body } = await admin.call('POST', LOOKUP, { key });
    const { id } = JSON.parse(body) as Partial<KeyEntry>;
    expect(body).not.toContain(key);
    return status === 200 ? id : status;
  }

  it('returns the entry of the key', async () => {
    const { key, ...entry } = await stage.make();
    const { body } = await admin.call('POST', LOOKUP, { key: ` ${key}\n` });
    expect(JSON.parse(body)).toEqual(entry);
  });

  it('finds keys that are paused, expired or replaced', async () => {
    const first = await stage.make({ paused: true, expires_at: inFuture(HOUR_MS) });
    await stage.setColumn(first.id, 'expires_at', Date.now() - 1_000);
    expect(await idOf(first.key)).toBe(first.id);
    const second = await admin.regenerate(first.id, { overlap_hours: 1 });
    expect(await idOf(first.key)).toBe(first.id);
    await admin.regenerate(first.id);
    expect(await idOf(second.key)).toBe(first.id);
  });

  it('returns 404 for a key of another enterprise', async () => {
    const otherAdmin = await stage.adminOf('other');
    const { key } = await otherAdmin.create('Other', ['device:GetList']);
    await admin.problem(404, 'api_key_not_found', 'POST', LOOKUP, { key });
  });

  it.each([UNKNOWN_KEY, 'nonsense', ''])('returns 404 for the unknown key %j', async (key) => {
    await admin.problem(404, 'api_key_not_found', 'POST', LOOKUP, { key });
  });

  it('returns 404 for a deleted key, and writes no part of the key to the audit log', async () => {
    const { id, key } = await stage.make();
    await admin.delete(id);
    await admin.problem(404, 'api_key_not_found', 'POST', LOOKUP, { key });
    const events: unknown = await app.dataSource.query('SELECT * FROM audit_events');
    expect(JSON.stringify(events)).not.toContain(key.slice(8, -4));
  });

  it.each([{}, { key: 1 }, { key: 'x'.repeat(201) }, { key: UNKNOWN_KEY, more: 1 }])(
    'refuses the body %j, without the key in the error',
    async (body) => {
      const { detail } = await admin.problem(400, 'invalid_parameter', 'POST', LOOKUP, body);
      expect(detail).not.toContain(UNKNOWN_KEY);
    },
  );
});

describe('The creator of a key', () => {
  const stage = new PortalStage();
  const terms = { application: 'Created', scopes: ['device:GetList'] };

  it('is the user of the session, even after another user changes the key', async () => {
    const { id, created_by } = bodyOf(await stage.admin.post(KEYS, terms), 201);
    expect(created_by).toBe(EMAIL);
    await stage.app.admin(ENTERPRISE_ID).patch(`${KEYS}/${String(id)}`, { note: 'changed' });
    expect(await stage.app.admin(ENTERPRISE_ID).list(KEYS)).toMatchObject([{ created_by: EMAIL }]);
  });

  it('is null for the admin token', async () => {
    const response = await stage.app.admin(ENTERPRISE_ID).post(KEYS, { ...terms, application: 'By token' });
    expect(bodyOf(response, 201)).toMatchObject({ created_by: null });
  });
});
