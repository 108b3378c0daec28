import { randomBytes } from 'node:crypto';
import { ENTERPRISE_ID } from './builders.js';
import { ADMIN_TOKEN, KEY_PEPPER, type TestApp } from './test-app.js';
import type { Received } from '../http/http.js';
import { startPortal } from './portal-app.js';
import { PortalClient } from './portal-client.js';
import { node, Program } from '../process/program.js';
import { Service } from '../process/service.js';
import type { ProviderSettings } from './provider-process.js';
import { freePort } from '../process/free-port.js';

export const CLIENT_SECRET = randomBytes(24).toString('base64url');
const WELL = { email_verified: true, enterprise: ENTERPRISE_ID, roles: ['keys-admin'] };
const ACCOUNTS = {
  chief: { ...WELL, email: 'Chief@acme.example', name: 'Chief', roles: ['staff', 'keys-admin'] },
  keeper: { ...WELL, email: 'keeper@acme.example', roles: ['keys-viewer', 'keys-manager'] },
  guest: { ...WELL, email: 'guest@acme.example', roles: 'keys-viewer' },
  stranger: { ...WELL, email: 's@elsewhere.example', enterprise: 'no-such-enterprise' },
  homeless: { email: 'h@acme.example', email_verified: true, roles: ['keys-admin'] },
  nothing: { ...WELL, email: 'n@acme.example', roles: ['staff'] },
  nameless: { enterprise: ENTERPRISE_ID, roles: ['keys-admin'] },
  unverified: { ...WELL, email: 'u@acme.example', email_verified: false },
  unsaid: { enterprise: ENTERPRISE_ID, roles: ['keys-admin'], email: 'x@acme.example' },
  claimed: { ...WELL, email: 'c@acme.example', email_verified: 'true' },
  'foreign-key': { ...WELL, email: 'f1@acme.example' },
  'foreign-audience': { ...WELL, email: 'f2@acme.example' },
  'foreign-issuer': { ...WELL, email: 'f3@acme.example' },
  expired: { ...WELL, email: 'f4@acme.example' },
  unsigned: { ...WELL, email: 'f5@acme.example' },
  doubted: { ...WELL, email: 'd@acme.example', email_verified: 'false' },
  spaced: { ...WELL, email: 'a b\n@acme.example' },
  damaged: { ...WELL, email: 'a\ud800@acme.example' },
  lengthened: { ...WELL, email: `${'\u0130'.repeat(240)}@acme.example` },
  unnamed: { ...WELL, email: 'unnamed@acme.example', name: ' ' },
};

interface Bend {
  readonly start?: (url: URL) => void;
  readonly callback?: (url: URL) => void;
  readonly from?: PortalClient;
  readonly browser?: PortalClient;
}

interface Journey {
  readonly browser: PortalClient;
  readonly end: Received;
}

/**
 * Runs the provider and the service as processes, because jest loads no ES modules. The observer reads the audit log.
 */
export class SingleSignOnStage {
  private provider: Program | undefined;
  private service: Service | undefined;

  private constructor(
    readonly observer: TestApp,
    readonly serviceUrl: string,
    readonly settings: ProviderSettings,
  ) {}

  static async open(): Promise<SingleSignOnStage> {
    const observer = await startPortal();
    const [port, servicePort] = [await freePort(), await freePort()];
    const serviceUrl = `http://127.0.0.1:${servicePort}`;
    const redirectUri = `${serviceUrl}/portal/api/oidc/callback`;
    const settings = { port, redirectUri, clientSecret: CLIENT_SECRET, accounts: ACCOUNTS };
    const stage = new SingleSignOnStage(observer, serviceUrl, settings);
    await stage.startProvider();
    await stage.startService();
    return stage;
  }

  async close(): Promise<void> {
    await this.stopService();
    await this.stopProvider();
    await this.observer.close();
  }

  async startProvider(): Promise<void> {
    this.provider = await startProvider(this.settings);
  }

  async stopProvider(): Promise<void> {
    await this.provider?.stop();
  }

  async startService(more: Record<string, string> = {}): Promise<void> {
    const env = {
      DATABASE_URL: this.observer.databaseUrl,
      PORT: new URL(this.serviceUrl).port,
      ADMIN_TOKEN,
      KEY_PEPPER,
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_ENTERPRISE_CLAIM: 'enterprise',
      OIDC_ROLE_CLAIM: 'roles',
      OIDC_ADMIN_ROLE: 'keys-admin',
      OIDC_KEY_MANAGER_ROLE: 'keys-manager',
      OIDC_VIEWER_ROLE: 'keys-viewer',
      OIDC_NAME: 'Company account',
    };
    this.service = await Service.start({ ...env, ...more });
  }

  async stopService(): Promise<void> {
    await this.service?.stop();
  }

  get log(): string {
    return this.service?.said ?? '';
  }

  /**
   * Signs in through the provider. `bend` changes the start URL, the callback URL, or the browser of either request.
   */
  async signInAs(account: string | undefined, bend: Bend = {}): Promise<Journey> {
    const browser = bend.from ?? new PortalClient(this.serviceUrl);
    const start = new URL(locationOf(await browser.get('/portal/api/oidc/start')));
    bend.start?.(start);
    const callback = new URL(await this.throughProvider(start.href, account));
    bend.callback?.(callback);
    const returning = bend.browser ?? browser;
    const path = callback.pathname + callback.search;
    return { browser: returning, end: await returning.get(path, { 'sec-fetch-site': 'cross-site' }) };
  }

  private get issuer(): string {
    return `http://127.0.0.1:${this.settings.port}`;
  }

  async throughProvider(start: string, account: string | undefined): Promise<string> {
    const browser = new PortalClient(this.issuer);
    let at = start;
    for (let steps = 0; steps < 10; steps++) {
      const path = at.replace(this.issuer, '');
      const { headers } = await browser.get(path, account === undefined ? {} : { 'x-account': account });
      at = new URL(headers.location ?? 'nowhere:', this.issuer).href;
      if (!at.startsWith(this.issuer)) return at;
    }
    throw new Error('The provider leads in circles');
  }
}

export function locationOf({ status, headers, body }: Received): string {
  expect({ status, body }).toMatchObject({ status: 302 });
  return headers.location ?? '';
}

export function errorOf({ browser, end }: Journey): string | null {
  expect(browser.cookie('portal_session')).toBeUndefined();
  return new URL(locationOf(end)).searchParams.get('sign_in_error');
}

export async function startProvider(settings: ProviderSettings): Promise<Program> {
  const provider = new Program(node('test/kit/app/provider-process.js', JSON.stringify(settings)));
  await provider.prints('listening');
  return provider;
}
