import type { Browser, BrowserContextOptions } from '@playwright/test';
import { Shared, sharedBrowser } from './browser.js';
import { expect } from './expect.js';
import { PortalService, startService, type EnterpriseNames, type Settings } from './portal-service.js';
import { Visitor } from './visitor.js';

/** The first file of a worker starts the browser and the service. */
const START_MS = 120_000;

const sharedService = new Shared(startService, (service) => service.close());

interface Options {
  /** Whether each test starts with a session of the enterprise's administrator. */
  readonly isSignedIn?: boolean;
  readonly context?: BrowserContextOptions;
  /** The names of each enterprise, where they must be known beforehand. */
  readonly enterprise?: EnterpriseNames;
  /** With settings, these tests have a service of their own. */
  readonly settings?: () => Promise<Settings> | Settings;
  /** Whether the browser may report errors. */
  readonly mayComplain?: boolean;
}

/**
 * Opens the portal for the tests of a file or a group. All tests of a worker share the browser and the service. Each test
 * has its own enterprise, and its own browser context with an empty page.
 */
export function openPortal({ isSignedIn = true, context, enterprise, settings, mayComplain }: Options = {}): {
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
    await visitor.leave();
    if (!mayComplain) expect(visitor.complaints).toEqual([]);
  });
  afterAll(async () => {
    if (settings) await service.app.close();
    else sharedService.release();
    sharedBrowser.release();
  });
  return { service, visitor };
}
