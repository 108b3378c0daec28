import { DatabaseUnavailable } from '../../src/database/rows/row-reader.js';
import { AuditTrailService } from '../../src/modules/audit/trail/audit-trail.service.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';

const EVENTS = '/internal/v1/audit-events';
const VERIFICATION = `${EVENTS}/verification`;

describe('The audit trail of an enterprise', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeEach(async () => {
    app = await createTestApp();
    await app.load({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
    admin = app.admin(ENTERPRISE_ID);
    for (let at = 0; at < 6; at++) await app.createKey(ENTERPRISE_ID);
    await app.createKey('other');
  });
  afterEach(() => app.close());

  const meddle = (sql: string) => app.dataSource.query(sql);
  const flaws = async () =>
    ((await admin.object(VERIFICATION)).flaws as { sequence: number; flaw: string }[]).map(
      ({ sequence, flaw }) => `${sequence} ${flaw}`,
    );

  it('is intact when nobody meddled with it', async () => {
    const verdict = await admin.object(VERIFICATION);
    expect(verdict).toEqual({
      intact: true,
      events: 6,
      last_sequence: 6,
      last_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      next: null,
      total: 6,
      flaws: [],
    });
    expect(await app.admin('other').object(VERIFICATION)).toMatchObject({ intact: true, events: 1 });
  });

  it('is intact while it is empty', async () => {
    await app.load({ enterprises: [anEnterprise({ id: 'third' })] });
    expect(await app.admin('third').object(VERIFICATION)).toMatchObject({
      intact: true,
      events: 0,
      last_sequence: 0,
    });
  });

  it('says nothing of a change that came too late: whoever asked for it was told that it failed', async () => {
    const change = (isAnswered: () => boolean) =>
      app
        .part(AuditTrailService)
        .recorded(
          { enterpriseKey: 1, actor: 'admin-token', address: '', requestId: '', isAnswered },
          async (manager) => {
            await manager.query("UPDATE enterprises SET name = 'Changed' WHERE id = 'acme'");
            return {
              result: 1,
              entry: { action: 'settings.updated', apiKeyId: '', application: '', details: {} },
            };
          },
        );
    await expect(change(() => true)).rejects.toThrow(DatabaseUnavailable);
    expect(await admin.object(VERIFICATION)).toMatchObject({ intact: true, events: 6 });
    expect(await app.dataSource.query("SELECT id FROM enterprises WHERE name = 'Changed'")).toEqual([]);
    await change(() => false);
    expect(await admin.object(VERIFICATION)).toMatchObject({ intact: true, events: 7 });
  });

  it('shows a removed event', async () => {
    await meddle('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence IN (1, 3)');
    expect(await admin.object(VERIFICATION)).toMatchObject({ intact: false, events: 4 });
    expect(await flaws()).toEqual(['1 removed', '3 removed']);
  });

  it.each(['actor', 'action', 'api_key_id', 'application', 'details', 'address', 'request_id'])(
    'shows an altered %s',
    async (column) => {
      await meddle(`UPDATE audit_events SET ${column} = '{}' WHERE enterprise_key = 1 AND sequence = 2`);
      expect(await flaws()).toEqual(['2 altered']);
    },
  );

  it('shows an altered time', async () => {
    await meddle('UPDATE audit_events SET at = at + 1 WHERE enterprise_key = 1 AND sequence = 6');
    expect(await flaws()).toEqual(['6 altered']);
  });

  it('shows events in another order', async () => {
    await meddle('UPDATE audit_events SET sequence = 99 WHERE enterprise_key = 1 AND sequence = 2');
    await meddle('UPDATE audit_events SET sequence = 2 WHERE enterprise_key = 1 AND sequence = 4');
    await meddle('UPDATE audit_events SET sequence = 4 WHERE enterprise_key = 1 AND sequence = 99');
    expect(await flaws()).toEqual(expect.arrayContaining(['2 altered', '4 altered']));
  });

  it('shows an event put in from another trail', async () => {
    await meddle('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence = 1');
    await meddle('UPDATE audit_events SET enterprise_key = 1 WHERE enterprise_key = 2');
    expect(await flaws()).toEqual(['1 altered', '2 altered']);
    expect(await app.admin('other').object(VERIFICATION)).toMatchObject({
      flaws: [{ sequence: 1, flaw: 'end_removed' }],
    });
  });

  it('shows events taken from its end', async () => {
    await meddle('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence > 4');
    expect(await flaws()).toEqual(['5 end_removed']);
  });

  it('shows them also when the record of the end was set back to match', async () => {
    await meddle('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence > 4');
    await meddle(`UPDATE audit_heads SET sequence = 4, hash = (SELECT hash FROM audit_events
      WHERE enterprise_key = 1 AND sequence = 4) WHERE enterprise_key = 1`);
    expect(await flaws()).toEqual(['4 end_altered']);
  });

  it('shows that the record of the end is gone', async () => {
    await meddle('DELETE FROM audit_heads WHERE enterprise_key = 1');
    expect(await flaws()).toEqual(['6 end_altered']);
  });

  it('is shown in pages, the newest first', async () => {
    const numbers = async (query: string) =>
      (await admin.list(EVENTS + query)).map(({ sequence }) => sequence);
    expect(await numbers('')).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await numbers('?limit=2')).toEqual([6, 5]);
    expect(await numbers('?limit=2&before=5')).toEqual([4, 3]);
    expect(await numbers('?after=4')).toEqual([6, 5]);
    expect(await numbers('?before=2')).toEqual([1]);
  });

  it('is shown for one kind of event and for one entry', async () => {
    const { id } = await app.createKey(ENTERPRISE_ID);
    await admin.send({ method: 'DELETE', path: `/internal/v1/api-keys/${id}` });
    const actions = async (query: string) => (await admin.list(EVENTS + query)).map(({ action }) => action);
    expect(await actions('?action=api_key.deleted')).toEqual(['api_key.deleted']);
    expect(await actions(`?api_key_id=${id}`)).toEqual(['api_key.deleted', 'api_key.created']);
    expect(await actions(`?api_key_id=${id}&action=api_key.created`)).toEqual(['api_key.created']);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'before=-1',
    'after=1.5',
    'before=1&before=2',
    'action=a%20b',
    'page=1',
    'outcome=x',
    'sort=details',
    'search=',
    'cursor=x',
    'cursor=WzEsMl0',
  ])('refuses ?%s', async (query) => {
    await admin.problem(`${EVENTS}?${query}`, 400, 'invalid_parameter');
  });
});
