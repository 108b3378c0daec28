import type { ApiKey as KeyEntry, ApiKeyWithSecret, AuditEvent } from '../../../portal/openapi.js';
import { bodyOf } from '../app/portal-client.js';
import { problemOf, type ApiClient, type Problem } from './api-client.js';
import type { HttpResponse } from './http.js';
import type { Document } from '../specification/openapi.js';
import { SchemaCheck } from './schema-check.js';

export type { KeyEntry };

export const NO_TERMS = {
  expires_at: null,
  allowed_networks: [],
  paused: false,
  mcp: false,
  note: '',
  hidden_data: [],
  old_key_until: null,
  old_key_last_used_at: null,
} as const;

const KEYS = '/internal/v1/api-keys';

let check: SchemaCheck | undefined;

export class InternalClient {
  constructor(readonly client: ApiClient) {}

  async call(method: string, path: string, body?: unknown): Promise<HttpResponse> {
    const received = await this.client.sendJson(method, path, body);
    await this.assertDocumented(method, path, received);
    expect(received.headers['cache-control']).toBe('private, no-store');
    return received;
  }

  async problem(
    status: number,
    code: string,
    ...request: Parameters<InternalClient['call']>
  ): Promise<Problem> {
    return problemOf(await this.call(...request), status, code);
  }

  list(): Promise<KeyEntry[]> {
    return this.success('GET', KEYS, 200);
  }

  create(application: string, scopes: readonly string[], terms = {}): Promise<ApiKeyWithSecret> {
    return this.success('POST', KEYS, 201, { application, scopes, ...terms });
  }

  update(id: string, change: object): Promise<KeyEntry> {
    return this.success('PATCH', `${KEYS}/${id}`, 200, change);
  }

  regenerate(id: string, body?: object): Promise<ApiKeyWithSecret> {
    return this.success('POST', `${KEYS}/${id}/regenerate`, 200, body);
  }

  revokeOldKey(id: string): Promise<void> {
    return this.delete(`${id}/old-key`);
  }

  async delete(id: string): Promise<void> {
    const { status, body } = await this.call('DELETE', `${KEYS}/${id}`);
    expect({ status, body }).toEqual({ status: 204, body: '' });
  }

  async changeEvents(): Promise<AuditEvent[]> {
    const events = await this.success<AuditEvent[]>('GET', '/internal/v1/audit-events', 200);
    return events.filter(({ action }) => action !== 'call.refused');
  }

  private async success<Body>(method: string, path: string, status: number, body?: unknown): Promise<Body> {
    return bodyOf(await this.call(method, path, body), status);
  }

  private async assertDocumented(method: string, path: string, received: HttpResponse): Promise<void> {
    const { status, headers, body } = received;
    check ??= new SchemaCheck(await this.client.json<Document>('/internal/docs/openapi.json'));
    const template = path.replace(/((?:api-keys|people)\/)(?!lookup$)[^/]+/, '$1{id}');
    const parsed: unknown = body === '' ? undefined : JSON.parse(body);
    check.assertMatches(method, template, status, headers['content-type'] ?? '', parsed);
  }
}
