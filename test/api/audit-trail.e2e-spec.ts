import { InternalClient } from '../kit/http/internal-client.js';
import { BERLIN, KEYS, KeyStage } from './key-stage.js';

// docs/contract.md, 2.8: "who did what to which key, when, from where" and "Every change writes its audit event in the same
// transaction"

const stage = new KeyStage();
const { app, admin } = stage;

it('is empty at first', async () => {
  expect(await admin.changes()).toEqual([]);
});

it('says of every change who did what to which key, when and from where, the newest first', async () => {
  const traced = new InternalClient(admin.client.with({ 'x-request-id': 'job-1' }));
  const first = await traced.create('Report', ['device:GetLocation', 'device:GetList']);
  await admin.update(first.id, { application: 'Nightly', scopes: ['device:GetList'] });
  const second = await admin.regenerate(first.id);
  await admin.delete(first.id);

  const events = await admin.changes();
  const common = {
    at: expect.stringMatching(BERLIN) as string,
    actor: 'admin-token',
    api_key_id: first.id,
    address: '127.0.0.1',
    request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  };
  expect(events).toEqual([
    {
      ...common,
      sequence: 4,
      action: 'api_key.deleted',
      application: 'Nightly',
      details: { scopes: ['device:GetList'] },
    },
    {
      ...common,
      sequence: 3,
      action: 'api_key.regenerated',
      application: 'Nightly',
      details: { key_hint: second.key_hint, previous_key_hint: first.key_hint },
    },
    {
      ...common,
      sequence: 2,
      action: 'api_key.updated',
      application: 'Nightly',
      details: {
        previous_application: 'Report',
        scopes: ['device:GetList'],
        previous_scopes: ['device:GetList', 'device:GetLocation'],
      },
    },
    {
      ...common,
      sequence: 1,
      action: 'api_key.created',
      application: 'Report',
      request_id: 'job-1',
      details: { scopes: ['device:GetList', 'device:GetLocation'] },
    },
  ]);
  const text = JSON.stringify(events);
  for (const { key } of [first, second]) expect(text).not.toContain(key);
});

it('names no change where nothing changed', async () => {
  const { id } = await admin.create('Same', ['device:GetList']);
  await admin.update(id, {});
  await admin.update(id, { application: 'Same', scopes: ['device:GetList'] });
  await admin.problem(409, 'application_exists', 'POST', KEYS, {
    application: 'Same',
    scopes: ['device:GetList'],
  });
  await admin.problem(404, 'api_key_not_found', 'DELETE', `${KEYS}/nothing`);
  await admin.problem(400, 'invalid_parameter', 'PATCH', `${KEYS}/${id}`, { application: '' });
  expect((await admin.changes()).map(({ sequence }) => sequence)).toEqual([1]);
});

it('is in order and complete, however many changes come at once', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `Application ${at % 8}`);
  const bodies = names.map((application) => ({ application, scopes: ['device:GetList'] }));
  const statuses = await Promise.all(
    bodies.map(async (body) => (await admin.call('POST', KEYS, body)).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(8);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  const events = await admin.changes();
  expect(new Set(events.map(({ application }) => application)).size).toBe(8);
  const all = await admin.client.list('/internal/v1/audit-events');
  expect(await admin.client.object('/internal/v1/audit-events/verification')).toMatchObject({ intact: true });
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_event, at) => all.length - at));
});

it('shows an enterprise its own events only', async () => {
  await admin.create('Ours', ['device:GetList']);
  expect(await (await stage.adminOf('neighbour')).changes()).toEqual([]);
});

describe('When the event cannot be written', () => {
  afterEach(() => app.dataSource.query('ALTER TABLE audit_events_away RENAME TO audit_events'));

  it('the change does not happen either', async () => {
    const { id, key } = await admin.create('Kept', ['device:GetList']);
    await app.dataSource.query('ALTER TABLE audit_events RENAME TO audit_events_away');
    const body = { application: 'New', scopes: ['device:GetList'] };
    await admin.problem(500, 'internal_error', 'POST', KEYS, body);
    await admin.problem(500, 'internal_error', 'PATCH', `${KEYS}/${id}`, body);
    await admin.problem(500, 'internal_error', 'POST', `${KEYS}/${id}/regenerate`);
    await admin.problem(500, 'internal_error', 'DELETE', `${KEYS}/${id}`);
    expect(await admin.list()).toMatchObject([{ application: 'Kept' }]);
    expect(await stage.statusWith(key)).toBe(200);
  });
});
