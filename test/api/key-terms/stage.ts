import type { ApiClient } from '../../kit/http/api-client.js';
import type { Received } from '../../kit/http/http.js';
import { InternalClient, type KeyEntry } from '../../kit/http/internal-client.js';
import { aDevice, anEnterprise } from '../../kit/app/builders.js';
import { createTestApp, type TestApp } from '../../kit/app/create-test-app.js';

export const KEYS = '/internal/v1/api-keys';
export const LIST = '/api/v1/device/';
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const inFuture = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** A service, and for each test an enterprise of its own with one device. */
export class TermsStage {
  app: TestApp;
  admin: InternalClient;
  private enterprises = 0;

  constructor(env: Record<string, string> = {}) {
    beforeAll(async () => void (this.app = await createTestApp(env)));
    afterAll(() => this.app.close());
    beforeEach(async () => {
      const id = `enterprise-${++this.enterprises}`;
      await this.app.load({ enterprises: [anEnterprise({ id })], devices: [aDevice({ enterprise_id: id })] });
      this.admin = new InternalClient(this.app.admin(id));
    });
  }

  make(terms: object = {}, scopes = ['device:GetList']): Promise<KeyEntry & { key: string }> {
    return this.admin.create('Night report', scopes, terms);
  }

  customer(key: string): ApiClient {
    return this.admin.client.with({ authorization: `Bearer ${key}` });
  }

  /** What the list of devices answers to the key, to a request from this address. */
  ask(key: string, from?: string): Promise<Received> {
    return this.customer(key).get(LIST, from === undefined ? {} : { 'x-forwarded-for': from });
  }

  async statusWith(key: string, from?: string): Promise<number> {
    return (await this.ask(key, from)).status;
  }

  async entry(): Promise<KeyEntry> {
    return (await this.admin.list())[0]!;
  }

  /** Writes into the row of a key what time alone would bring. */
  async setColumn(id: string, column: string, value: number): Promise<void> {
    await this.app.dataSource.query(`UPDATE api_keys SET ${column} = ? WHERE id = ?`, [value, id]);
  }
}
