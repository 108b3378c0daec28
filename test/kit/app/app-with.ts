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
import { TestApp } from './test-app.js';

const TIMEOUT_MS = 120_000;

export function appWith(
  records: Partial<Export> = {},
  ...settings: Parameters<typeof TestApp.start>
): TestApp {
  const app = Object.create(TestApp.prototype) as TestApp;
  beforeAll(async () => {
    Object.assign(app, await TestApp.start(...settings));
    await app.load(records);
  }, TIMEOUT_MS);
  afterAll(() => app.close());
  return app;
}

export function customerOf(app: TestApp, enterpriseId = ENTERPRISE_ID, scopes?: readonly Scope[]): ApiClient {
  const client = new ApiClient('');
  beforeAll(async () => void Object.assign(client, await app.customer(enterpriseId, scopes)));
  return client;
}

export const aFleet = (more: Partial<Export> = {}): Partial<Export> => ({
  enterprises: [anEnterprise()],
  devices: [aDevice()],
  ...more,
});

export const aFullFleet = (more: Partial<Export> = {}): Partial<Export> =>
  aFleet({
    datausage: [aDataUsage()],
    screentime: [aScreenTime()],
    applications: [anApplication()],
    locations: [aLocation()],
    ...more,
  });
