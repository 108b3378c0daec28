import type { AuditVerification } from '../../portal/openapi.js';
import { DatabaseUnavailable } from '../../src/database/rows/reader.js';
import { AuditService } from '../../src/modules/audit/audit.service.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { appWith } from '../kit/app/app-with.js';
import { addAdministrator, signedIn } from '../kit/app/portal-app.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { aMixedEvent, anEvent, EVENTS, pagesOf, sealedLog } from './sealed-log.js';

const VERIFICATION = `${EVENTS}/verification`;

const app = appWith({ enterprises: [anEnterprise(), anEnterprise({ id: 'empty' })] });
const inMarch = (time?: string) => Date.parse(`2026-03-${time}Z`);
const tamper = (sql: string) => app.dataSource.query(sql);
const numbers = async (admin: ApiClient, query: string) =>
  (await admin.list(`${EVENTS}?${query}`)).map(({ sequence }) => sequence);

const verify = (admin: ApiClient, after = 0) =>
  admin.object<AuditVerification>(`${VERIFICATION}?after=${after}`);
const flawsOf = async (admin: ApiClient) =>
  (await verify(admin)).flaws.map(({ sequence, flaw }) => `${sequence} ${flaw}`);

async function aUserOf(enterpriseId: string): Promise<void> {
  const email = `user@${enterpriseId}.example`;
  await addAdministrator(app, { email, enterpriseId });
  await signedIn(app, email);
}

describe('The audit log of an enterprise', () => {
  it('is intact if no one altered it', async () => {
    for (let at = 0; at < 6; at++) await app.createKey(ENTERPRISE_ID);
    expect(await verify(app.admin(ENTERPRISE_ID))).toEqual({
      intact: true,
      events: 6,
      last_sequence: 6,
      last_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      next: null,
      total: 6,
      flaws: [],
    });
  });

  it('is intact while it is empty', async () => {
    const verification = await verify(app.admin('empty'));
    expect(verification).toMatchObject({ intact: true, events: 0, last_sequence: 0 });
  });

  it('does not contain a change that failed with a timeout', async () => {
    const { admin, enterpriseKey, id } = await sealedLog(app, 6);
    const caller = { enterpriseKey, actor: 'admin-token', address: '', requestId: '' };
    const entry = { action: 'settings.updated', apiKeyId: '', application: '', details: {} } as const;
    const change = (isAbandoned: boolean) =>
      app.get(AuditService).recorded({ ...caller, isAbandoned: () => isAbandoned }, async (manager) => {
        await manager.query("UPDATE enterprises SET name = 'Changed' WHERE id = ?", [id]);
        return { result: 1, entry };
      });
    await expect(change(true)).rejects.toThrow(DatabaseUnavailable);
    expect(await verify(admin)).toMatchObject({ intact: true, events: 6 });
    expect(await tamper("SELECT id FROM enterprises WHERE name = 'Changed'")).toEqual([]);
    await change(false);
    expect(await verify(admin)).toMatchObject({ intact: true, events: 7 });
  });

  it.each<[title: string, changes: string[], shown: string[]]>([
    ['removed events', ['DELETE FROM audit_events OF IN (1, 3)'], ['1 removed', '3 removed']],
    ['an altered time', ['UPDATE audit_events SET at = at + 1 OF = 6'], ['6 altered']],
    [
      'events in another order',
      [
        'UPDATE audit_events SET sequence = 99 OF = 2',
        'UPDATE audit_events SET sequence = 2 OF = 4',
        'UPDATE audit_events SET sequence = 4 OF = 99',
      ],
      ['2 altered', '3 altered', '4 altered', '5 altered'],
    ],
    ['events taken from its end', ['DELETE FROM audit_events OF > 4'], ['5 end_removed']],
    [
      'them also when the record of the end was set back to match',
      [
        'DELETE FROM audit_events OF > 4',
        'UPDATE audit_heads SET hash = (SELECT hash FROM audit_events OF = 4), sequence = 4 OF = 6',
      ],
      ['4 end_altered'],
    ],
    ['that the record of the end is gone', ['DELETE FROM audit_heads OF = 6'], ['6 end_altered']],
    ...['actor', 'action', 'api_key_id', 'application', 'details', 'address', 'request_id'].map(
      (column): [string, string[], string[]] => [
        `an altered ${column}`,
        [`UPDATE audit_events SET ${column} = '{}' OF = 2`],
        ['2 altered'],
      ],
    ),
  ])('shows %s', async (_title, changes, shown) => {
    const { admin, enterpriseKey } = await sealedLog(app, 6);
    for (const change of changes)
      await tamper(change.replaceAll(' OF ', ` WHERE enterprise_key = ${enterpriseKey} AND sequence `));
    expect(await flawsOf(admin)).toEqual(shown);
    expect(await verify(admin)).toMatchObject({ intact: false });
  });

  it.each<[title: string, make: (enterpriseId: string) => Promise<unknown>, others: string[]]>([
    ['a key', (id) => app.createKey(id), []],
    ['a user', aUserOf, ['portal_sessions']],
    ['a session', aUserOf, ['administrators']],
  ])(
    'shows its deletion with the record of its end, if the enterprise has %s',
    async (_title, make, others) => {
      const { admin, enterpriseKey, id } = await sealedLog(app, 1);
      await make(id);
      for (const table of ['audit_events', 'audit_heads', ...others])
        await tamper(`DELETE FROM ${table} WHERE enterprise_key = ${enterpriseKey}`);
      expect(await flawsOf(admin)).toEqual(['1 end_removed']);
    },
  );

  it('shows an event that was copied from another audit log', async () => {
    const log = await sealedLog(app, 3);
    const otherLog = await sealedLog(app, 1);
    await tamper(`DELETE FROM audit_events WHERE enterprise_key = ${log.enterpriseKey} AND sequence = 1`);
    await tamper(
      `UPDATE audit_events SET enterprise_key = ${log.enterpriseKey} WHERE enterprise_key = ${otherLog.enterpriseKey}`,
    );
    expect(await flawsOf(log.admin)).toEqual(['1 altered', '2 altered']);
    expect(await flawsOf(otherLog.admin)).toEqual(['1 end_removed']);
  });

  describe('with six events', () => {
    let admin: ApiClient;

    const A = 'admin:a@x.example';
    const B = { apiKeyId: 'key-b', application: 'A then' };
    // Midnight in Kathmandu is 18:15 in UTC
    const times = ['01T18:14:59.999', '01T18:15', '02T10:00', '02T18:15', '03T10:00', '03T11:00'];
    const events = [
      { ...B, application: 'B first' },
      { ...B, actor: A },
      { apiKeyId: '', application: '', action: 'sign_in.failed' },
      { ...B, actor: A, action: 'api_key.deleted' },
      { ...B, application: '', action: 'call.refused' },
      { apiKeyId: 'key-c', application: 'C' },
    ];
    const event = (sequence: number) =>
      anEvent(sequence, { at: inMarch(times[sequence - 1]), ...events[sequence - 1] });
    beforeAll(async () => ({ admin } = await sealedLog(app, events.length, event)));

    it.each([
      ['for one person', `actor=${A}`, [4, 2]],
      ['for one person', 'actor=admin-token', [6, 5, 3, 1]],
      ['for one person', 'actor=admin:A@x.example', []],
      ['for days of the enterprise, both included', 'startdate=2026-03-02&enddate=2026-03-02', [3, 2]],
      ['for days of the enterprise, both included', 'enddate=2026-03-01', [1]],
      ['for days of the enterprise, both included', 'startdate=2026-03-03', [6, 5, 4]],
      ['for days of the enterprise, both included', 'startdate=2026-03-01&enddate=2026-03-02', [3, 2, 1]],
      ['in pages of the requested size', 'actor=admin-token&startdate=2026-03-01&limit=2', [6, 5]],
      ['in pages of the requested size', 'actor=admin-token&startdate=2026-03-01&limit=2&before=5', [3, 1]],
      ['with one outcome', 'outcome=refused', [5, 3]],
      ['with one outcome', 'outcome=done', [6, 4, 2, 1]],
      ['with one outcome', 'outcome=done&actor=admin-token', [6, 1]],
      ['with one outcome', 'outcome=refused&action=sign_in.failed', [3]],
      ['with one outcome', 'outcome=done&action=sign_in.failed', []],
      ['in pages, the newest first', '', [6, 5, 4, 3, 2, 1]],
      ['in pages, the newest first', 'limit=2', [6, 5]],
      ['in pages, the newest first', 'limit=2&before=5', [4, 3]],
      ['in pages, the newest first', 'after=4', [6, 5]],
      ['in pages, the newest first', 'before=2', [1]],
      ['for one kind of event and for one entry', 'action=api_key.deleted', [4]],
      ['for one kind of event and for one entry', 'api_key_id=key-b', [5, 4, 2, 1]],
      ['for one kind of event and for one entry', 'api_key_id=key-b&action=api_key.created', [2, 1]],
    ])('are listed %s: ?%s', async (_title, query, expected) => {
      expect(await numbers(admin, query)).toEqual(expected);
    });

    it('name the user and the keys, and deleted keys by their last name', async () => {
      expect(await admin.object(`${EVENTS}/filters`)).toEqual({
        actors: ['admin-token', A],
        keys: [
          { id: 'key-b', application: 'A then' },
          { id: 'key-c', application: 'C' },
        ],
      });
    });

    it.each(
      Object.entries({
        limit: ['0', '1001', 'x'],
        before: ['-1', '1&before=2'],
        after: ['1.5'],
        action: ['a%20b'],
        page: ['1'],
        outcome: ['x'],
        sort: ['-sequence', 'actor'],
        search: [''],
        cursor: ['x', '12', '12-', 'WzEsMl0'],
        actor: ['', 'a%0Ab', 'a'.repeat(501), 'a&actor=b'],
        startdate: ['2026-02-30', '2026-03-02&enddate=2026-03-01'],
        enddate: ['today'],
      }).flatMap(([parameter, values]) => values.map((value) => [`${parameter}=${value}`, parameter])),
    )('refuses ?%s', async (query, parameter) => {
      expect(await admin.invalidParameters(`${EVENTS}?${query}`)).toEqual([parameter]);
    });
  });

  it.each([
    ['01T19:00 01T18:00 02T18:30 02T10:00', [4, 1]],
    ['01T18:00 01T19:00 02T10:00 02T18:30', [3, 2]],
  ])('are filtered by days even if clocks disagreed: %s', async (texts, expected) => {
    const times = texts.split(' ');
    const event = (sequence: number) => anEvent(sequence, { at: inMarch(times[sequence - 1]) });
    const { admin } = await sealedLog(app, times.length, event);
    expect(await numbers(admin, 'startdate=2026-03-02&enddate=2026-03-02')).toEqual(expected);
  });
});

describe('A long audit log', () => {
  const MANY = 10_500;
  const NEEDLE = 606;
  let log: Awaited<ReturnType<typeof sealedLog>>;
  beforeAll(async () => (log = await sealedLog(app, MANY, (sequence) => aMixedEvent(sequence, NEEDLE))));

  it('returns a hundred events by default, and the link to the next page', async () => {
    const pages = (await pagesOf(log.admin, `after=${MANY - 201}`)).map((page) => page.numbers);
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(pages.flat()).toEqual(Array.from({ length: 201 }, (_, at) => MANY - at));
  });

  it('has no page after the last', async () => {
    expect(await pagesOf(log.admin, 'before=101')).toHaveLength(1);
  });

  it.each([
    ['search=request-77%20API_KEY', [7776, 7773, 7772, 7769, 7764, 776, 773, 772]],
    ['search=needle|request-10499%20hay|needle', [10499, NEEDLE]],
    ['limit=1&search=needle?|request-10499%20hay|needle', [10499]],
    ['search=needle&actor=admin:a@x.example&limit=1', [NEEDLE]],
    ['search=needle&action=api_key.created', []],
    [`search=request-${NEEDLE}&before=${NEEDLE + 1}`, [NEEDLE]],
    ['search=1970-01-01T15:36', [NEEDLE]],
  ])('is searched by ?%s', async (query, found) => {
    const all = (await pagesOf(log.admin, query)).flatMap((page) => page.numbers);
    for (const sequence of found) expect(all).toContain(sequence);
    if (found.length < 5) expect(all).toEqual(found);
  });

  it('is searched among the newest ten thousand matching events, and the page reports older ones', async () => {
    const oldest = MANY - 10_000 + 1;
    const newest = await pagesOf(log.admin, `search=request-${oldest}|request-${oldest - 1}&limit=1`);
    expect(newest.at(-1)).toMatchObject({ isLimited: true });
    expect(newest.flatMap(({ numbers }) => numbers)).toContain(oldest);
    expect(newest.flatMap(({ numbers }) => numbers)).not.toContain(oldest - 1);
    const pages = await pagesOf(log.admin, `search=request-&limit=1000`);
    expect(pages.map(({ isLimited }) => isLimited)).toEqual([...Array<boolean>(9).fill(false), true]);
    expect(pages.flatMap(({ numbers }) => numbers)).toHaveLength(10_000);
    expect(pages.at(-1)!.numbers.at(-1)).toBe(oldest);
  });

  it.each(['search=needle&actor=admin:a@x.example', `search=needle&before=10001`])(
    'is searched to its first event by ?%s',
    async (query) => {
      expect(await pagesOf(log.admin, query)).toEqual([{ numbers: [NEEDLE], isLimited: false }]);
    },
  );

  describe('verification in chunks', () => {
    async function chunks() {
      const found: AuditVerification[] = [];
      for (let after: number | null = 0; after !== null; after = found.at(-1)!.next)
        found.push(await verify(log.admin, after));
      return found;
    }

    it('checks up to ten thousand events at a time, to the end', async () => {
      const all = await chunks();
      expect(all.length).toBeGreaterThan(1);
      for (const { events, total, intact } of all) {
        expect(events).toBeLessThanOrEqual(10_000);
        expect({ total, intact }).toEqual({ total: MANY, intact: true });
      }
      expect(all.reduce((sum, { events }) => sum + events, 0)).toBe(MANY);
    });

    it('finds altered and removed events in their chunk', async () => {
      const ofLog = `WHERE enterprise_key = ${log.enterpriseKey} AND sequence`;
      await tamper(`UPDATE audit_events SET address = '::1' ${ofLog} = 10400`);
      await tamper(`DELETE FROM audit_events ${ofLog} = 10000`);
      expect((await chunks()).flatMap(({ flaws }) => flaws)).toEqual([
        { sequence: 10_000, flaw: 'removed' },
        { sequence: 10_400, flaw: 'altered' },
      ]);
      // a chunk can begin after a removed event
      expect(await verify(log.admin, 10_000)).toMatchObject({ intact: false, events: 500, next: null });
    });
  });
});
