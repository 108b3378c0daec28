import type { Browser } from '@playwright/test';
import { openBrowser } from './browser.js';
import { expect } from './expect.js';
import { PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

interface Wanted {
  /** What the visitor does before each test. */
  readonly arrive?: (visitor: Visitor) => Promise<void>;
  readonly settings?: () => Promise<Record<string, string>>;
  /** Whether the browser may find something wrong with the pages. */
  readonly mayComplain?: boolean;
}

/** For the tests of a file: a service of their own with its portal, and before each of them somebody who comes anew. */
export function openPortal({
  arrive = (visitor) => visitor.comeSignedIn(),
  settings,
  mayComplain,
}: Wanted = {}): {
  service: PortalService;
  visitor: Visitor;
} {
  let browser: Browser;
  const service = new PortalService();
  const visitor = new Visitor(() => browser, service);
  beforeAll(async () => {
    [browser] = await Promise.all([
      openBrowser(process.env.CHROMIUM ?? ''),
      settings?.().then((env) => service.start(env)) ?? service.start(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(() => arrive(visitor));
  afterEach(async () => {
    await visitor.leave();
    if (!mayComplain) expect(visitor.complaints).toEqual([]);
  });
  return { service, visitor };
}
