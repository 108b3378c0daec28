import type { ApiClient } from '../kit/http/api-client.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { InternalClient } from '../kit/http/internal-client.js';

const EVENTS = '/internal/v1/audit-events';

describe('The audit trail of an enterprise', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    const enterprises = [anEnterprise({ time_zone: 'Asia/Kathmandu' }), anEnterprise({ id: 'other' })];
    await app.load({ enterprises });
    admin = app.admin(ENTERPRISE_ID);
    for (let at = 0; at < 5; at++) await app.createKey(ENTERPRISE_ID);
    await app.createKey('other');
    // midnight in Kathmandu is 18:15 in UTC
    const times = ['03-01T18:14:59.999', '03-01T18:15:00.000', '03-02T10:00:00.000', '03-02T18:15:00.000'];
    for (const [at, time] of times.entries())
      await write(`at = ${Date.parse(`2026-${time}Z`)}`, `sequence = ${at + 1}`);
    await write("actor = 'admin:a@x.example'", 'sequence IN (2, 4)');
  });
  afterAll(() => app.close());

  const write = (change: string, where: string) =>
    app.dataSource.query(`UPDATE audit_events SET ${change} WHERE enterprise_key = 1 AND ${where}`);
  const numbers = async (query: string) =>
    (await admin.list(`${EVENTS}?${query}`)).map(({ sequence }) => sequence);

  it('is shown for one person', async () => {
    expect(await numbers('actor=admin:a@x.example')).toEqual([4, 2]);
    expect(await numbers('actor=admin-token')).toEqual([5, 3, 1]);
    expect(await numbers('actor=admin:A@x.example')).toEqual([]);
  });

  it('is shown for days of the enterprise, both included', async () => {
    expect(await numbers('startdate=2026-03-02&enddate=2026-03-02')).toEqual([3, 2]);
    expect(await numbers('enddate=2026-03-01')).toEqual([1]);
    expect(await numbers('startdate=2026-03-03')).toEqual([5, 4]);
    expect(await numbers('startdate=2026-03-02&enddate=2026-03-03')).toEqual([4, 3, 2]);
  });

  it('is shown in pages of what is asked for', async () => {
    const wanted = 'actor=admin-token&action=api_key.created&startdate=2026-03-01';
    expect(await numbers(`${wanted}&limit=2`)).toEqual([5, 3]);
    expect(await numbers(`${wanted}&limit=2&before=3`)).toEqual([1]);
  });

  it('is shown for days also where clocks did not agree', async () => {
    const times = ['03-01T19:00', '03-01T18:00', '03-02T10:00', '03-02T18:30'];
    const set = (order: readonly number[]) =>
      Promise.all(
        order.map((from, at) =>
          write(`at = ${Date.parse(`2026-${times[from]!}:00.000Z`)}`, `sequence = ${at + 1}`),
        ),
      );
    await set([0, 1, 3, 2]);
    expect(await numbers('startdate=2026-03-02&enddate=2026-03-02')).toEqual([4, 1]);
    await set([1, 0, 2, 3]);
    expect(await numbers('startdate=2026-03-02&enddate=2026-03-02')).toEqual([3, 2]);
  });

  it('is shown with one outcome', async () => {
    await write("action = 'call.refused'", 'sequence = 2');
    await write("action = 'sign_in.failed'", 'sequence = 3');
    expect(await numbers('outcome=refused')).toEqual([3, 2]);
    expect(await numbers('outcome=done')).toEqual([5, 4, 1]);
    expect(await numbers('outcome=done&actor=admin-token')).toEqual([5, 1]);
    expect(await numbers('outcome=refused&action=sign_in.failed')).toEqual([3]);
    expect(await numbers('outcome=done&action=sign_in.failed')).toEqual([]);
    await write("action = 'api_key.created'", 'sequence IN (2, 3)');
  });

  it('is shown in pages, the newest first', async () => {
    expect(await numbers('')).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers('limit=2')).toEqual([5, 4]);
    expect(await numbers('limit=2&before=4')).toEqual([3, 2]);
    expect(await numbers('after=3')).toEqual([5, 4]);
    expect(await numbers('before=2')).toEqual([1]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=x', 'limit'],
    ['before=-1', 'before'],
    ['after=1.5', 'after'],
    ['before=1&before=2', 'before'],
    ['action=a%20b', 'action'],
    ['page=1', 'page'],
    ['outcome=x', 'outcome'],
    ['sort=details', 'sort'],
    ['search=', 'search'],
    ['cursor=x', 'cursor'],
    ['cursor=WzEsMl0', 'cursor'],
    ['actor=', 'actor'],
    ['actor=a%0Ab', 'actor'],
    [`actor=${'a'.repeat(501)}`, 'actor'],
    ['actor=a&actor=b', 'actor'],
    ['startdate=2026-02-30', 'startdate'],
    ['enddate=today', 'enddate'],
    ['startdate=2026-03-02&enddate=2026-03-01', 'startdate'],
  ])('refuses ?%s', async (query, parameter) => {
    const { errors } = await admin.problem(`${EVENTS}?${query}`, 400, 'invalid_parameter');
    expect(errors?.map((error) => error.parameter)).toEqual([parameter]);
  });

  it('says who acted', async () => {
    const { actors } = await admin.object(`${EVENTS}/filters`);
    expect(actors).toEqual(['admin-token', 'admin:a@x.example']);
  });

  it('is shown for one kind of event and for one entry', async () => {
    await app.load({ enterprises: [anEnterprise({ id: 'third' })] });
    const third = app.admin('third');
    const { id } = await app.createKey('third');
    await app.createKey('third');
    await new InternalClient(third).delete(id);
    const actions = async (query: string) =>
      (await third.list(`${EVENTS}?${query}`)).map(({ action }) => action);
    expect(await actions('action=api_key.deleted')).toEqual(['api_key.deleted']);
    expect(await actions(`api_key_id=${id}`)).toEqual(['api_key.deleted', 'api_key.created']);
    expect(await actions(`api_key_id=${id}&action=api_key.created`)).toEqual(['api_key.created']);
  });

  it('says to which keys something was done, also those that are gone, by their last name', async () => {
    const client = new InternalClient(app.admin('other'));
    const first = await client.create('B first', ['device:GetList']);
    await client.update(first.id, { application: 'A then' });
    await client.delete(first.id);
    await client.client.send({ method: 'DELETE', path: `/internal/v1/api-keys/${first.id}` }); // refused
    const { keys } = await app.admin('other').object(`${EVENTS}/filters`);
    expect(keys).toEqual([
      { id: first.id, application: 'A then' },
      { id: expect.any(String) as string, application: expect.stringMatching(/^Test/) as string },
    ]);
  });
});
