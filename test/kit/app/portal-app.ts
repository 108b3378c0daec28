import { AdministratorsService } from '../../../src/modules/sign-in/administrators/administrators.service.js';
import { EnterprisesService } from '../../../src/modules/enterprises/enterprises.service.js';
import type { Role } from '../../../src/modules/sign-in/sessions/session.js';
import { anEnterprise, ENTERPRISE_ID } from './builders.js';
import { createTestApp, type TestApp } from './create-test-app.js';
import { PortalClient } from './portal-client.js';

export const COOKIE = 'portal_session';
export const EMAIL = 'ines@acme.example';
export const PASSWORD = 'correct horse battery';
export const OTHER_ENTERPRISE_ID = 'globex';

/** A running service with two enterprises, and an administrator of the first. */
export async function startPortal(...settings: Parameters<typeof createTestApp>): Promise<TestApp> {
  const app = await createTestApp(...settings);
  await app.load({
    enterprises: [anEnterprise(), anEnterprise({ id: OTHER_ENTERPRISE_ID, name: 'Globex' })],
  });
  await addAdministrator(app, { email: EMAIL });
  return app;
}

/** Another instance of the service on the same database. */
export function startSecondInstance({ databaseUrl }: TestApp): Promise<TestApp> {
  return createTestApp({ DATABASE_URL: databaseUrl });
}

export async function addAdministrator(
  app: TestApp,
  wanted: { email: string; password?: string; role?: Role; enterpriseId?: string },
): Promise<void> {
  const { email, password = PASSWORD, role = 'admin', enterpriseId = ENTERPRISE_ID } = wanted;
  const enterpriseKey = await app.part(EnterprisesService).findKey(enterpriseId);
  const operator = { actor: 'test', address: '', requestId: '' };
  await app
    .part(AdministratorsService)
    .add(operator, enterpriseKey!, { email, name: 'Ines Krüger', role, password });
}

/** Somebody who has just signed in. */
export async function signedIn(app: TestApp, email = EMAIL, password = PASSWORD): Promise<PortalClient> {
  const client = new PortalClient(app.url);
  const { status, body } = await client.signIn(email, password);
  expect({ status, body }).toMatchObject({ status: 200 });
  return client;
}

/** Lets time go by: the sessions were used, and unless said otherwise begun, that much earlier. */
export async function ageSessions(app: TestApp, used: number, begun = used): Promise<void> {
  await app.dataSource.query(
    'UPDATE portal_sessions SET created_at = created_at - ?, expires_at = expires_at - ?, last_used_at = last_used_at - ?',
    [begun, begun, used],
  );
}

/** When the only session was last used, as far as it is noted. */
export async function lastUseOfSession(app: TestApp): Promise<number> {
  const [row]: { last_used_at: string | number }[] = await app.dataSource.query(
    'SELECT last_used_at FROM portal_sessions',
  );
  return Number(row!.last_used_at);
}

export interface TrailEntry {
  readonly actor: string;
  readonly action: string;
  readonly address: string;
  readonly request_id: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The audit trail of an enterprise, the newest first. */
export async function trailOf(app: TestApp, enterpriseId = ENTERPRISE_ID): Promise<TrailEntry[]> {
  const entries = await app.admin(enterpriseId).list('/internal/v1/audit-events');
  return entries as unknown as TrailEntry[];
}
