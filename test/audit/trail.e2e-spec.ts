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
    const change = (isGivenUp: () => boolean) =>
      app
        .part(AuditTrailService)
        .recorded(
          { enterpriseKey: 1, actor: 'admin-token', address: '', requestId: '', isGivenUp },
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

  const OF_FIRST = 'WHERE enterprise_key = 1 AND sequence';
  it.each([
    ['removed events', [`DELETE FROM audit_events ${OF_FIRST} IN (1, 3)`], ['1 removed', '3 removed']],
    ['an altered time', [`UPDATE audit_events SET at = at + 1 ${OF_FIRST} = 6`], ['6 altered']],
    [
      'events in another order',
      [
        `UPDATE audit_events SET sequence = 99 ${OF_FIRST} = 2`,
        `UPDATE audit_events SET sequence = 2 ${OF_FIRST} = 4`,
        `UPDATE audit_events SET sequence = 4 ${OF_FIRST} = 99`,
      ],
      expect.arrayContaining(['2 altered', '4 altered']),
    ],
    ['events taken from its end', [`DELETE FROM audit_events ${OF_FIRST} > 4`], ['5 end_removed']],
    [
      'them also when the record of the end was set back to match',
      [
        `DELETE FROM audit_events ${OF_FIRST} > 4`,
        `UPDATE audit_heads SET sequence = 4, hash = (SELECT hash FROM audit_events ${OF_FIRST} = 4)
          WHERE enterprise_key = 1`,
      ],
      ['4 end_altered'],
    ],
    [
      'that the record of the end is gone',
      ['DELETE FROM audit_heads WHERE enterprise_key = 1'],
      ['6 end_altered'],
    ],
    ...['actor', 'action', 'api_key_id', 'application', 'details', 'address', 'request_id'].map((column) => [
      `an altered ${column}`,
      [`UPDATE audit_events SET ${column} = '{}' ${OF_FIRST} = 2`],
      ['2 altered'],
    ]),
  ] as [string, string[], string[]][])('shows %s', async (_what, changes, shown) => {
    for (const change of changes) await meddle(change);
    expect(await flaws()).toEqual(shown);
    expect(await admin.object(VERIFICATION)).toMatchObject({ intact: false });
  });

  it('shows an event put in from another trail', async () => {
    await meddle('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence = 1');
    await meddle('UPDATE audit_events SET enterprise_key = 1 WHERE enterprise_key = 2');
    expect(await flaws()).toEqual(['1 altered', '2 altered']);
    expect(await app.admin('other').object(VERIFICATION)).toMatchObject({
      flaws: [{ sequence: 1, flaw: 'end_removed' }],
    });
  });
});
