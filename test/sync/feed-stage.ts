import { appWith } from '../kit/app/app-with.js';
import {
  aDevice,
  anEnterprise,
  DEVICE_ID,
  ENTERPRISE_ID,
  type Export,
  type ExportRecord,
} from '../kit/app/builders.js';
import { type TestApp } from '../kit/app/test-app.js';
import type { ApiClient } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';
import { sendAs } from '../kit/sync/follow.js';

const OTHER = 'other';

export class FeedStage {
  readonly app: TestApp;
  client!: ApiClient;
  private tests = 0;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.app = appWith({}, env);
    beforeEach(async () => {
      this.tests++;
      await this.app.load({
        enterprises: [anEnterprise({ id: this.enterpriseId }), anEnterprise({ id: this.idOf(OTHER) })],
      });
      const ids = [DEVICE_ID, 'tablet-2'];
      await this.load({
        devices: [ENTERPRISE_ID, OTHER].flatMap((enterprise_id) =>
          ids.map((id) => aDevice({ id, enterprise_id })),
        ),
      });
      this.client = await this.app.customer(this.enterpriseId);
    });
  }

  get enterpriseId(): string {
    return this.idOf(ENTERPRISE_ID);
  }

  get otherId(): string {
    return this.idOf(OTHER);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<HttpResponse> {
    return sendAs(this.client, path, headers, method);
  }

  load(records: Partial<Export>): Promise<void> {
    const withOwnEnterprise = (record: ExportRecord): ExportRecord => ({
      ...record,
      enterprise_id: this.idOf(String(record.enterprise_id)),
    });
    return this.app.load(
      Object.fromEntries(Object.entries(records).map(([kind, some]) => [kind, some.map(withOwnEnterprise)])),
    );
  }

  private idOf(enterprise: string): string {
    return `${enterprise}-${this.tests}`;
  }
}
