import { HttpClient, send, type HttpResponse, type HttpRequest } from '../http/http.js';

/** Sends requests like a browser with the portal, with cookies, `Origin` and `Sec-Fetch-Site`. */
export class PortalClient extends HttpClient {
  private readonly cookies = new Map<string, string>();

  constructor(readonly url: string) {
    super();
  }

  withUrl(url: string): PortalClient {
    const client = new PortalClient(url);
    for (const [name, value] of this.cookies) client.cookies.set(name, value);
    return client;
  }

  async send(sent: HttpRequest): Promise<HttpResponse> {
    const isChange = !['GET', 'HEAD'].includes(sent.method ?? 'GET');
    const headers = {
      'sec-fetch-site': 'same-origin',
      ...(isChange && { origin: this.url }),
      ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
      ...sent.headers,
    };
    const received = await send(this.url, { ...sent, headers });
    for (const cookie of received.headers['set-cookie'] ?? []) this.storeCookie(cookie);
    return received;
  }

  signIn(email: string, password: string, headers: HttpRequest['headers'] = {}): Promise<HttpResponse> {
    return this.post('/portal/api/session', { email, password }, headers);
  }

  async isSignedIn(): Promise<boolean> {
    const { status } = await this.get('/portal/api/session');
    expect([200, 401]).toContain(status);
    return status === 200;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  private storeCookie(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the type of the body
export function bodyOf<Body = Record<string, unknown>>(received: HttpResponse, status = 200): Body {
  expect({ status: received.status, body: received.body }).toMatchObject({ status });
  return JSON.parse(received.body) as Body;
}
