import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { PasswordHashes } from '../../src/auth/password-hashes.js';
import { Transactions } from '../../src/database/transactions.js';
import { ApiKeysRepository } from '../../src/modules/api-keys/api-keys.repository.js';
import { AuditHead } from '../../src/modules/audit/audit.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Administrator, KeyManager, PortalSession } from '../../src/modules/sign-in/administrator.entity.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { PasswordSignInService } from '../../src/modules/sign-in/password-sign-in.service.js';
import { PeopleService } from '../../src/modules/sign-in/people.service.js';
import {
  addAdministrator,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  PEOPLE,
  PortalStage,
} from '../kit/app/portal-app.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { Authenticator, SECOND_FACTOR, SIGN_IN_STEP, turnOnSecondFactor } from '../kit/app/second-factor.js';
import { problemOf } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';

/** Longer than a request takes to reach the lock that it waits for. */
const ON_ITS_WAY_MS = 500;

const stage = new PortalStage();
const { app } = stage;
const anAdministrator = () => stage.aUser({ role: 'admin' });

async function whileWaiting(
  request: () => Promise<HttpResponse>,
  change: (manager: EntityManager) => Promise<unknown>,
  lock = (manager: EntityManager): Promise<unknown> =>
    manager.update(AuditHead, { enterpriseKey: 1 }, { sequence: () => 'sequence' }),
): Promise<HttpResponse> {
  let response: Promise<HttpResponse> | undefined;
  await app.get(Transactions).run(async (manager) => {
    await lock(manager);
    response = request();
    await wait(ON_ITS_WAY_MS);
    await change(manager);
  });
  return response!;
}

describe('A change that waits for the audit log', () => {
  const invite = (client: PortalClient) => () => client.post(PEOPLE, stage.invitation('admin'));

  it('succeeds if nothing has changed', async () => {
    const { client } = await anAdministrator();
    bodyOf(await whileWaiting(invite(client), () => Promise.resolve()), 201);
  });

  it('fails when its administrator is removed', async () => {
    const { email, client } = await anAdministrator();
    const refused = await whileWaiting(invite(client), async (manager) => {
      await manager.delete(Administrator, { email });
      await manager.delete(PortalSession, { email });
    });
    problemOf(refused, 401, 'not_signed_in');
  });

  it('fails when its administrator is demoted', async () => {
    const { email, client } = await anAdministrator();
    const refused = await whileWaiting(invite(client), (manager) =>
      manager.update(PortalSession, { email }, { role: 'viewer' }),
    );
    problemOf(refused, 403, 'insufficient_role');
  });

  it('fails on the account when its session has ended', async () => {
    const { email, client } = await anAdministrator();
    const refused = await whileWaiting(
      () => client.patch('/internal/v1/account', { name: 'Another name' }),
      (manager) => manager.delete(PortalSession, { email }),
    );
    problemOf(refused, 401, 'not_signed_in');
  });

  it('is not made by an administrator after their removal', async () => {
    const { email: insider, client } = await anAdministrator();
    const { client: remover } = await anAdministrator();
    const id = await stage.idOf(insider);
    const responses = [
      ...Array.from({ length: 10 }, () => invite(client)()),
      remover.delete(`${PEOPLE}/${id}`),
      ...Array.from({ length: 10 }, () => invite(client)()),
    ];
    await Promise.all(responses);
    const events: { action: string; actor: string }[] = await app.dataSource.query(
      'SELECT action, actor FROM audit_events WHERE enterprise_key = 1 ORDER BY sequence DESC',
    );
    const removal = events.findIndex(({ action }) => action === 'administrator.removed');
    const byRemoved = events.slice(0, removal).filter(({ actor }) => actor === `admin:${insider}`);
    expect(byRemoved.filter(({ action }) => action !== 'call.refused')).toEqual([]);
  });
});

describe('An invitation', () => {
  it.each(['admin', 'key_manager'] as const)(
    'of a user with the role %s is refused if another enterprise adds the address to the other table',
    async (role) => {
      const { email, client } = await anAdministrator();
      const row = await app.dataSource.manager.findOneByOrFail(Administrator, { email });
      const invitation = stage.invitation(role);
      const conflicting = { ...row, enterpriseKey: 2, id: randomUUID(), email: invitation.email };
      const otherTable = role === 'admin' ? KeyManager : Administrator;
      const refused = await whileWaiting(
        () => client.post(PEOPLE, invitation),
        () => Promise.resolve(),
        (manager) => manager.insert(otherTable, conflicting),
      );
      problemOf(refused, 409, 'person_exists');
    },
  );

  it('does not remove an expired one of another enterprise that gets a new link', async () => {
    const { client: other } = await stage.aUser({ role: 'admin', enterpriseId: OTHER_ENTERPRISE_ID });
    const { client } = await anAdministrator();
    const invitation = stage.invitation();
    const { id } = bodyOf<{ id: string }>(await other.post(PEOPLE, invitation), 201);
    await app.dataSource.manager.update(Administrator, { id }, { linkExpiresAt: Date.now() - 1 });
    const refused = await whileWaiting(
      () => client.post(PEOPLE, invitation),
      () => Promise.resolve(),
      (manager) => manager.update(Administrator, { id }, { linkExpiresAt: Date.now() + 60_000 }),
    );
    problemOf(refused, 409, 'person_exists');
    expect(await app.dataSource.manager.countBy(Administrator, { id })).toBe(1);
  });
});

it.each<[title: string, change: Partial<Administrator> | undefined]>([
  ['the person is removed', undefined],
  ['the role changes', { role: 'viewer' }],
  ['a second factor is turned on', { totpSecret: 'set' }],
  ['the password changes', { passwordHash: 'other' }],
])('A sign-in with a correct password begins no session when %s before it does', async (_title, change) => {
  const { email } = stage.invitation();
  await addAdministrator(app, { email });
  const { manager } = app.dataSource;
  const hashes = app.get(PasswordHashes);
  const matches = hashes.matches.bind(hashes);
  const spy = jest.spyOn(hashes, 'matches').mockImplementationOnce(async (...args) => {
    const isRight = await matches(...args);
    await (change
      ? manager.update(Administrator, { email }, change)
      : manager.delete(Administrator, { email }));
    return isRight;
  });
  const refused = await new PortalClient(app.url).signIn(email, PASSWORD);
  spy.mockRestore();
  problemOf(refused, 401, 'sign_in_failed');
  expect(await manager.countBy(PortalSession, { email })).toBe(0);
});

describe('A failing change of another enterprise', () => {
  // on SQLite, all transactions share one connection
  async function whileOneFails(request: () => Promise<HttpResponse>): Promise<HttpResponse> {
    const failure = new Error('The change fails');
    let response: Promise<HttpResponse> | undefined;
    const change = app.get(Transactions).run(async (manager) => {
      await manager.update(AuditHead, { enterpriseKey: 2 }, { sequence: () => 'sequence' });
      response = request();
      await wait(ON_ITS_WAY_MS);
      throw failure;
    });
    await expect(change).rejects.toBe(failure);
    return response!;
  }

  it('does not undo the count of a code', async () => {
    const { email, client } = await anAdministrator();
    const { authenticator } = await turnOnSecondFactor(app, client);
    const proof = authenticator.wrongCode();
    const refused = await whileOneFails(() => client.post(`${SECOND_FACTOR}/recovery-codes`, { proof }));
    problemOf(refused, 403, 'wrong_code');
    const { codeTries } = await app.dataSource.manager.findOneByOrFail(Administrator, { email });
    expect(codeTries).toBe(1);
  });

  it('does not undo the start of a second factor', async () => {
    const { client } = await anAdministrator();
    const started = await whileOneFails(() => client.post(SECOND_FACTOR, { proof: PASSWORD }));
    const authenticator = new Authenticator(String(bodyOf(started).secret));
    bodyOf(await client.post(`${SECOND_FACTOR}/confirmation`, { code: authenticator.code() }));
  });
});

it('A second factor that is required is not turned on if the password changes before it is', async () => {
  const { enterpriseId, email, client: admin } = await stage.newEnterprise();
  bodyOf(await admin.patch('/internal/v1/settings', { second_factor_required: true }));
  const { key: enterpriseKey } = await app.dataSource.manager.findOneByOrFail(Enterprise, {
    id: enterpriseId,
  });
  const client = stage.newBrowser();
  problemOf(await client.signIn(email, PASSWORD), 403, 'second_factor_missing');
  const { secret } = bodyOf(await client.post(`${SIGN_IN_STEP}/set-up`, {}));
  const code = new Authenticator(String(secret)).code();
  const refused = await whileWaiting(
    () => client.post(`${SIGN_IN_STEP}/confirmation`, { code }),
    (manager) => manager.update(Administrator, { email }, { passwordHash: 'other' }),
    (manager) => manager.update(AuditHead, { enterpriseKey }, { sequence: () => 'sequence' }),
  );
  expect(refused.status).toBe(403);
  const { totpSecret } = await app.dataSource.manager.findOneByOrFail(Administrator, { email });
  expect(totpSecret).toBe('');
});

it('A sign-in with a second factor that has been replaced gets no session', async () => {
  const { email, client } = await anAdministrator();
  await turnOnSecondFactor(app, client);
  const person = await app.dataSource.manager.findOneByOrFail(Administrator, { email });
  await turnOnSecondFactor(app, client);
  const begun = app.get(PasswordSignInService).begin(person, { address: '', requestId: '' });
  await expect(begun).rejects.toMatchObject({ code: 'sign_in_failed' });
});

it('The lookup of a user finds the user when the row moves to the other table between the two queries', async () => {
  const { email } = stage.invitation();
  await addAdministrator(app, { email, role: 'key_manager' });
  const person = await app.dataSource.manager.findOneByOrFail(KeyManager, { email });
  const move = () =>
    app.get(Transactions).run(async (manager) => {
      await manager.delete(KeyManager, { email });
      await manager.insert(Administrator, { ...person, role: 'admin' });
    });
  let moved: Promise<void> | undefined;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- is called with a manager
  const find = EntityManager.prototype.findOneBy;
  const spy = jest.spyOn(EntityManager.prototype, 'findOneBy').mockImplementationOnce(async function (
    this: EntityManager,
    ...query
  ) {
    const found = await find.apply(this, query);
    moved = move();
    // on SQLite, the change waits for the lookup
    await Promise.race([moved, wait(ON_ITS_WAY_MS)]);
    return found;
  });
  const found = await app.get(PeopleService).find(email);
  spy.mockRestore();
  await moved;
  expect(found?.email).toBe(email);
});

// The service looks up the current key first: a current key becomes an old one, never the reverse
it('A request with a key that is regenerated with an overlap succeeds when the regeneration commits between the two lookups', async () => {
  const { id, key } = await app.createKey(ENTERPRISE_ID);
  const path = `/internal/v1/api-keys/${id}/regenerate`;
  const keys = app.get(ApiKeysRepository);
  const find = keys.findByHashes.bind(keys);
  const spy = jest.spyOn(keys, 'findByHashes').mockImplementationOnce(async (...query) => {
    const found = await find(...query);
    bodyOf(await app.admin(ENTERPRISE_ID).post(path, { overlap_hours: 1 }));
    return found;
  });
  const { status } = await app.anonymous
    .with({ authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID })
    .get('/api/v1/device');
  spy.mockRestore();
  expect(status).toBe(200);
});
