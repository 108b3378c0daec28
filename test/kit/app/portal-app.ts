import { PeopleService } from '../../../src/modules/sign-in/people.service.js';
import { EnterprisesService } from '../../../src/modules/enterprises/enterprises.service.js';
import type { Person } from '../../../portal/openapi.js';
import type { Role } from '../../../src/modules/sign-in/administrator.entity.js';
import { anEnterprise, ENTERPRISE_ID } from './builders.js';
import { TestApp } from './test-app.js';
import { bodyOf, PortalClient } from './portal-client.js';

export const COOKIE = 'portal_session';
export const EMAIL = 'ines@acme.example';
export const PASSWORD = 'correct horse battery';
export const OTHER_ENTERPRISE_ID = 'globex';
export const PEOPLE = '/internal/v1/people';

export async function startPortal(...settings: Parameters<typeof TestApp.start>): Promise<TestApp> {
  const app = await TestApp.start(...settings);
  await app.load({
    enterprises: [anEnterprise(), anEnterprise({ id: OTHER_ENTERPRISE_ID, name: 'Globex' })],
  });
  await addAdministrator(app, { email: EMAIL });
  return app;
}

export async function addAdministrator(
  app: TestApp,
  user: { email: string; password?: string; role?: Role; enterpriseId?: string },
): Promise<void> {
  const { email, password = PASSWORD, role = 'admin', enterpriseId = ENTERPRISE_ID } = user;
  const enterpriseKey = await app.get(EnterprisesService).findKey(enterpriseId);
  const operator = { actor: 'test', address: '', requestId: '' };
  await app.get(PeopleService).add(operator, enterpriseKey!, { email, name: 'Ines Krüger', role, password });
}

/** Adds users who cannot sign in. */
export function addFillers(app: TestApp, enterpriseId: string, count: number): Promise<unknown> {
  return app.dataSource.query(
    `INSERT INTO administrators (enterprise_key, id, email, name, role, password_hash, created_at, updated_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      SELECT enterprises.${app.dataSource.driver.escape('key')}, CONCAT('filler-', n), CONCAT('filler-', n, '@', enterprises.id), 'Filler', 'viewer', 'x', 0, 0
      FROM numbers, enterprises WHERE enterprises.id = ?`,
    [count, enterpriseId],
  );
}

export async function signedIn(app: TestApp, email = EMAIL, password = PASSWORD): Promise<PortalClient> {
  const client = new PortalClient(app.url);
  bodyOf(await client.signIn(email, password));
  return client;
}

export class PortalStage {
  readonly app = Object.create(TestApp.prototype) as TestApp;
  readonly admin = new PortalClient('');
  private users = 0;
  private enterprises = 0;

  constructor(...settings: Parameters<typeof startPortal>) {
    beforeAll(async () => {
      Object.assign(this.app, await startPortal(...settings));
      Object.assign(this.admin, await this.signedIn());
    });
    afterAll(() => this.app.close());
  }

  newBrowser(): PortalClient {
    return new PortalClient(this.app.url);
  }

  signedIn(email?: string, password?: string): Promise<PortalClient> {
    return signedIn(this.app, email, password);
  }

  async aUser(user: { role?: Role; enterpriseId?: string } = {}) {
    const email = `user-${++this.users}@acme.example`;
    await addAdministrator(this.app, { email, role: 'viewer', ...user });
    return { email, client: await this.signedIn(email) };
  }

  /** Returns the body of an invitation of a new user. */
  invitation(role = 'viewer') {
    return { email: `olga-${++this.users}@acme.example`, name: 'Olga Brandt', role };
  }

  async people(client = this.admin): Promise<Person[]> {
    return bodyOf(await client.get(PEOPLE));
  }

  async idOf(email: string, client = this.admin): Promise<string> {
    return (await this.people(client)).find((person) => person.email === email)!.id;
  }

  async newEnterprise() {
    const enterpriseId = `enterprise-${++this.enterprises}`;
    await this.app.load({ enterprises: [anEnterprise({ id: enterpriseId })] });
    return { enterpriseId, ...(await this.aUser({ role: 'admin', enterpriseId })) };
  }
}
