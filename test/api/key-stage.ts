import type { ApiKeyWithSecret } from '../../portal/openapi.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';
import type { TestApp } from '../kit/app/test-app.js';
import type { ApiClient } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';
import { InternalClient, type KeyEntry } from '../kit/http/internal-client.js';

export const KEYS = '/internal/v1/api-keys';
export const LIST = '/api/v1/device/';
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const UNKNOWN_KEY = 'cda_00000000000000000000000000000000000000000003Zlhx9';
export const BERLIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/;

export const inFuture = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

export class KeyStage {
  readonly app: TestApp;
  readonly admin: InternalClient;
  private tests = 0;

  constructor(env: Record<string, string> = {}) {
    this.app = appWith({}, env);
    this.admin = new InternalClient(this.app.anonymous);
    beforeEach(async () => {
      this.tests++;
      await this.app.load({
        enterprises: [anEnterprise({ id: this.enterpriseId })],
        devices: [aDevice({ enterprise_id: this.enterpriseId })],
      });
      Object.assign(this.admin, { client: this.app.admin(this.enterpriseId) });
    });
  }

  get enterpriseId(): string {
    return `enterprise-${this.tests}`;
  }

  async adminOf(id: string): Promise<InternalClient> {
    await this.app.load({ enterprises: [anEnterprise({ id })] });
    return new InternalClient(this.app.admin(id));
  }

  make(terms: object = {}, scopes = ['device:GetList']): Promise<ApiKeyWithSecret> {
    return this.admin.create('Night report', scopes, terms);
  }

  customer(key: string): ApiClient {
    return this.admin.client.with({ authorization: `Bearer ${key}` });
  }

  list(key: string, from?: string): Promise<HttpResponse> {
    return this.customer(key).get(LIST, from === undefined ? {} : { 'x-forwarded-for': from });
  }

  async statusWith(key: string, from?: string): Promise<number> {
    return (await this.list(key, from)).status;
  }

  async entry(): Promise<KeyEntry> {
    return (await this.admin.list())[0]!;
  }

  async setColumn(id: string, column: string, value: number): Promise<void> {
    await this.app.dataSource.query(`UPDATE api_keys SET ${column} = ? WHERE id = ?`, [value, id]);
  }
}
