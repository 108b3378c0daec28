import type { Scope } from '../../../src/auth/scopes.js';
import { ApiClient } from '../http/api-client.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  ENTERPRISE_ID,
  type Export,
} from './builders.js';
import { createTestApp, TestApp } from './create-test-app.js';

/** The most that loading the largest fleet takes on a busy machine. */
const PATIENCE_MS = 120_000;

/** A service with these records for all tests of a file or group: it is there from the first test to the last. */
export function appWith(records: Partial<Export> = {}, env?: Parameters<typeof createTestApp>[0]): TestApp {
  const app = Object.create(TestApp.prototype) as TestApp;
  beforeAll(async () => {
    Object.assign(app, await createTestApp(env));
    await app.load(records);
  }, PATIENCE_MS);
  afterAll(() => app.close());
  return app;
}

/** A customer of that service, with every scope unless some are named, for as long. */
export function customerOf(app: TestApp, enterpriseId = ENTERPRISE_ID, scopes?: readonly Scope[]): ApiClient {
  const client = new ApiClient('');
  beforeAll(async () => void Object.assign(client, await app.customer(enterpriseId, scopes)));
  return client;
}

/** An enterprise with one device, and what else is named. */
export const aFleet = (more: Partial<Export> = {}): Partial<Export> => ({
  enterprises: [anEnterprise()],
  devices: [aDevice()],
  ...more,
});

/** The same with a record of each kind. */
export const aFullFleet = (more: Partial<Export> = {}): Partial<Export> =>
  aFleet({
    datausage: [aDataUsage()],
    screentime: [aScreenTime()],
    applications: [anApplication()],
    locations: [aLocation()],
    ...more,
  });
