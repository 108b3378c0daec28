import { randomBytes } from 'node:crypto';
import { ENTERPRISE_ID } from './builders.js';
import { ADMIN_TOKEN, KEY_PEPPER, type TestApp } from './test-app.js';
import type { HttpResponse } from '../http/http.js';
import { startPortal } from './portal-app.js';
import { PortalClient } from './portal-client.js';
import { nodeCommand, Program } from '../process/program.js';
import { Service } from '../process/service.js';
import type { ProviderSettings } from './provider-process.js';
import { freePort } from '../process/free-port.js';

export const CLIENT_SECRET = randomBytes(24).toString('base64url');
const VALID_CLAIMS = { email_verified: true, enterprise: ENTERPRISE_ID, roles: ['keys-admin'] };
const ACCOUNTS = {
  chief: { ...VALID_CLAIMS, email: 'Chief@acme.example', name: 'Chief', roles: ['staff', 'keys-admin'] },
  keeper: { ...VALID_CLAIMS, email: 'keeper@acme.example', roles: ['keys-viewer', 'keys-manager'] },
  guest: { ...VALID_CLAIMS, email: 'guest@acme.example', roles: 'keys-viewer' },
  stranger: { ...VALID_CLAIMS, email: 's@elsewhere.example', enterprise: 'no-such-enterprise' },
  homeless: { email: 'h@acme.example', email_verified: true, roles: ['keys-admin'] },
  nothing: { ...VALID_CLAIMS, email: 'n@acme.example', roles: ['staff'] },
  nameless: { enterprise: ENTERPRISE_ID, roles: ['keys-admin'] },
  unverified: { ...VALID_CLAIMS, email: 'u@acme.example', email_verified: false },
  unsaid: { enterprise: ENTERPRISE_ID, roles: ['keys-admin'], email: 'x@acme.example' },
  claimed: { ...VALID_CLAIMS, email: 'c@acme.example', email_verified: 'true' },
  'foreign-key': { ...VALID_CLAIMS, email: 'f1@acme.example' },
  'foreign-audience': { ...VALID_CLAIMS, email: 'f2@acme.example' },
  'foreign-issuer': { ...VALID_CLAIMS, email: 'f3@acme.example' },
  expired: { ...VALID_CLAIMS, email: 'f4@acme.example' },
  unsigned: { ...VALID_CLAIMS, email: 'f5@acme.example' },
  doubted: { ...VALID_CLAIMS, email: 'd@acme.example', email_verified: 'false' },
  spaced: { ...VALID_CLAIMS, email: 'a b\n@acme.example' },
  damaged: { ...VALID_CLAIMS, email: 'a\ud800@acme.example' },
  lengthened: { ...VALID_CLAIMS, email: `${'\u0130'.repeat(240)}@acme.example` },
  unnamed: { ...VALID_CLAIMS, email: 'unnamed@acme.example', name: ' ' },
};

interface Tampering {
  readonly start?: (url: URL) => void;
  readonly callback?: (url: URL) => void;
  readonly startedIn?: PortalClient;
  readonly browser?: PortalClient;
}

interface SignInResult {
  readonly browser: PortalClient;
  readonly response: HttpResponse;
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
    const port = await freePort();
    const servicePort = await freePort();
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
    return this.service?.output ?? '';
  }

  /**
   * Signs in through the provider. `tampering` changes the start URL, the callback URL, or the browser of either request.
   */
  async signInAs(account: string | undefined, tampering: Tampering = {}): Promise<SignInResult> {
    const browser = tampering.startedIn ?? new PortalClient(this.serviceUrl);
    const start = new URL(locationOf(await browser.get('/portal/api/oidc/start')));
    tampering.start?.(start);
    const callback = new URL(await this.throughProvider(start.href, account));
    tampering.callback?.(callback);
    const returning = tampering.browser ?? browser;
    const path = callback.pathname + callback.search;
    return { browser: returning, response: await returning.get(path, { 'sec-fetch-site': 'cross-site' }) };
  }

  private get issuer(): string {
    return `http://127.0.0.1:${this.settings.port}`;
  }

  async throughProvider(start: string, account: string | undefined): Promise<string> {
    const browser = new PortalClient(this.issuer);
    let location = start;
    for (let steps = 0; steps < 10; steps++) {
      const path = location.replace(this.issuer, '');
      const { headers } = await browser.get(path, account === undefined ? {} : { 'x-account': account });
      location = new URL(headers.location ?? 'nowhere:', this.issuer).href;
      if (!location.startsWith(this.issuer)) return location;
    }
    throw new Error('The provider redirects in a loop');
  }
}

export function locationOf({ status, headers, body }: HttpResponse): string {
  expect({ status, body }).toMatchObject({ status: 302 });
  return headers.location ?? '';
}

export function errorOf({ browser, response }: SignInResult): string | null {
  expect(browser.cookie('portal_session')).toBeUndefined();
  return new URL(locationOf(response)).searchParams.get('sign_in_error');
}

export async function startProvider(settings: ProviderSettings): Promise<Program> {
  const provider = new Program(nodeCommand('test/kit/app/provider-process.js', JSON.stringify(settings)));
  await provider.waitForOutput('listening');
  return provider;
}
