import type { Browser, BrowserContextOptions } from '@playwright/test';
import { Shared, sharedBrowser } from './browser.js';
import { PortalService, startService, type EnterpriseNames, type Settings } from './portal-service.js';
import { expect, Visitor } from './visitor.js';

export { expect };

/** Includes the start of the browser and the service by the first file of a worker. */
const START_MS = 120_000;

const sharedService = new Shared(startService, (service) => service.close());

interface Options {
  readonly isSignedIn?: boolean;
  readonly context?: BrowserContextOptions;
  readonly enterprise?: EnterpriseNames;
  readonly settings?: () => Promise<Settings> | Settings;
  readonly allowsErrors?: boolean;
}

/** Opens the portal for a file or group. Tests share browser and service, but no enterprise and context. */
export function openPortal({
  isSignedIn = true,
  context,
  enterprise,
  settings,
  allowsErrors,
}: Options = {}): {
  service: PortalService;
  visitor: Visitor;
} {
  let browser: Browser;
  const service = new PortalService();
  const visitor = new Visitor(() => browser, service);
  beforeAll(async () => {
    service.app = await (settings ? startService(await settings()) : sharedService.get());
    service.url = service.app.url;
    browser = await sharedBrowser.get();
  }, START_MS);
  beforeEach(async () => {
    await service.newEnterprise(enterprise);
    await visitor[isSignedIn ? 'startSignedIn' : 'start'](context);
  });
  afterEach(async () => {
    await visitor.close();
    if (!allowsErrors) expect(visitor.errors).toEqual([]);
  });
  afterAll(async () => {
    if (settings) await service.app.close();
    else sharedService.release();
    sharedBrowser.release();
  });
  return { service, visitor };
}
