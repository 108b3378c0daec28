import type { Role } from '../../src/modules/sign-in/sessions/session.js';
import type { TestApp } from '../kit/app/create-test-app.js';
import { addAdministrator, trailOf } from '../kit/app/portal-app.js';
import type { PortalClient } from '../kit/app/portal-client.js';

let people = 0;

/** One more administrator, with the password of all. Gives the e-mail address. */
export async function somebody(
  app: TestApp,
  wanted: { readonly role?: Role; readonly enterpriseId?: string } = { role: 'viewer' },
): Promise<string> {
  const email = `person-${++people}@acme.example`;
  await addAdministrator(app, { email, ...wanted });
  return email;
}

export async function isSignedIn(client: PortalClient): Promise<boolean> {
  const { status } = await client.get('/portal/api/session');
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** The newest event with this action on the trail of the enterprise. */
export const newest = async (app: TestApp, action: string) =>
  (await trailOf(app)).find((event) => event.action === action);
