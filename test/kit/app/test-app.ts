import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { DestinationStream } from 'pino';
import { DataSource } from 'typeorm';
import { createApp, type InstantiateApp } from '../../../src/app/bootstrap.js';
import { SCOPE_NAMES, type Scope } from '../../../src/auth/scopes.js';
import { type Config, loadConfig } from '../../../src/config/config.js';
import { withEmbeddedSecrets } from '../../../src/config/data-folder.js';
import { createLogger } from '../../../src/observability/logger.js';
import { ImporterService } from '../../../src/modules/importer/importer.service.js';
import { RECORD_KINDS } from '../../../src/modules/importer/record-kinds.js';
import { PASSWORD_COST, type PasswordCost } from '../../../src/auth/password-hashes.js';
import {
  PRODUCTION_RATES,
  SIGN_IN_RATES,
  type SignInRates,
} from '../../../src/modules/sign-in/sign-in-limits.js';
import { LoadShedder } from '../../../src/app/load-shedding.js';
import type { Activity, ApiKeyWithSecret, AuditEvent } from '../../../portal/openapi.js';
import { ApiClient } from '../http/api-client.js';
import { ENTERPRISE_ID, type Export } from './builders.js';
import { bodyOf } from './portal-client.js';
import { createDatabase } from '../database/engines.js';
import { closeConnections } from '../http/http.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../process/service.js';

export { ADMIN_TOKEN, KEY_PEPPER };

const DAY_MS = 86_400_000;

/** Takes less than a millisecond. Tests that depend on the time of a hash use PRODUCTION_COST. */
const LOW_COST: PasswordCost = { ln: 4, r: 8, p: 1 };

const HIGH = { limit: 10_000, seconds: 60 };
const HIGH_RATES: SignInRates = { ofAccount: HIGH, fromAddress: HIGH };

const withProviders =
  (cost: PasswordCost, rates: SignInRates): InstantiateApp =>
  async (module, adapter, options) => {
    const builder = Test.createTestingModule({ imports: [module] });
    builder.overrideProvider(PASSWORD_COST).useValue(cost);
    const compiled = await builder.overrideProvider(SIGN_IN_RATES).useValue(rates).compile();
    return compiled.createNestApplication<NestExpressApplication>(adapter, options);
  };

type TestEnvironment = Readonly<Record<string, string | undefined>>;

interface TestProviders {
  readonly passwordCost?: PasswordCost;
  readonly rates?: SignInRates;
}

/** A service on a throwaway database or that of `DATABASE_URL`, created with the production code. */
export class TestApp {
  private keys = 0;

  private constructor(
    readonly nest: Awaited<ReturnType<typeof createApp>>,
    readonly config: Config,
    readonly url: string,
    private readonly drop: () => Promise<void> | undefined,
  ) {}

  /** `env` overrides the defaults below. The value undefined removes a default. */
  static async start(
    env: TestEnvironment = {},
    log: DestinationStream = process.stdout, // Avoids the default, which adds a listener to the process
    { passwordCost = LOW_COST, rates }: TestProviders = {},
  ): Promise<TestApp> {
    const database = env.DATABASE_URL === undefined ? await createDatabase() : undefined;
    const config = withEmbeddedSecrets(
      loadConfig({
        DATABASE_URL: database?.url,
        ADMIN_TOKEN,
        KEY_PEPPER,
        PORT: '0',
        RATE_LIMIT: 'off',
        DEMO_DATA: 'off',
        LOG_LEVEL: 'silent',
        ...env,
      }),
    );
    const logger = createLogger(config.logLevel, log);
    const defaultRates = config.rateLimit === 'off' ? HIGH_RATES : PRODUCTION_RATES;
    const app = await createApp(config, logger, withProviders(passwordCost, rates ?? defaultRates));
    await app.listen(config.port, '127.0.0.1');
    // The test itself blocks the event loop, so its delay must not shed load
    app.get(LoadShedder).onApplicationShutdown();
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    return new TestApp(app, config, `http://127.0.0.1:${port}`, () => database?.drop());
  }

  get dataSource(): DataSource {
    return this.nest.get(DataSource);
  }

  get databaseUrl(): string {
    const { database } = this.config;
    return 'file' in database ? `${database.engine}:${database.file}` : database.url;
  }

  get<Provider>(type: Type<Provider>): Provider {
    return this.nest.get(type);
  }

  async load(records: Partial<Export>): Promise<void> {
    const importer = new ImporterService(this.dataSource);
    for (const kind of RECORD_KINDS) {
      await importer.importRecords(kind, records[kind] ?? [], {
        onRejected: ([first]) => Promise.reject(new Error(`${kind}: ${first?.reason ?? ''}`)),
      });
    }
  }

  /** Returns the values of the metrics by name and labels. */
  async metrics(): Promise<Map<string, number>> {
    const { body } = await this.anonymous.get('/internal/metrics', {
      authorization: `Bearer ${ADMIN_TOKEN}`,
    });
    const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  }

  /** Starts a second instance on the same database. */
  secondInstance(): Promise<TestApp> {
    return TestApp.start({ DATABASE_URL: this.databaseUrl });
  }

  /** Returns the audit events of an enterprise, the newest first. */
  auditLog(enterpriseId = ENTERPRISE_ID): Promise<AuditEvent[]> {
    return this.admin(enterpriseId).list('/internal/v1/audit-events');
  }

  async newestEvent(action: string, enterpriseId?: string): Promise<AuditEvent | undefined> {
    return (await this.auditLog(enterpriseId)).find((event) => event.action === action);
  }

  /** Returns the activity of yesterday, today and tomorrow, so that it contains the current hour in every time zone. */
  activity(enterpriseId = ENTERPRISE_ID): Promise<Activity[]> {
    const [from, until] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
    return this.admin(enterpriseId).list(`/internal/v1/activity?startdate=${from}&enddate=${until}`);
  }

  async isAuditLogIntact(enterpriseId: string): Promise<unknown> {
    return (await this.admin(enterpriseId).object('/internal/v1/audit-events/verification')).intact;
  }

  get anonymous(): ApiClient {
    return new ApiClient(this.url);
  }

  admin(enterpriseId: string): ApiClient {
    return this.clientOf(ADMIN_TOKEN, enterpriseId);
  }

  async createKey(
    enterpriseId: string,
    scopes: readonly Scope[] = SCOPE_NAMES,
    terms: object = {},
  ): Promise<ApiKeyWithSecret> {
    const body = { application: `Test ${++this.keys}`, scopes, ...terms };
    return bodyOf(await this.admin(enterpriseId).post('/internal/v1/api-keys', body), 201);
  }

  async customer(
    enterpriseId: string,
    scopes: readonly Scope[] = SCOPE_NAMES,
    terms: object = {},
  ): Promise<ApiClient> {
    const { key } = await this.createKey(enterpriseId, scopes, terms);
    return this.clientOf(key, enterpriseId);
  }

  async close(): Promise<void> {
    closeConnections(this.url);
    await this.nest.close();
    await this.drop();
  }

  /** Closes the service at the end of a block: `await using other = await app.secondInstance()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private clientOf(token: string, enterpriseId: string): ApiClient {
    const authorization = `Bearer ${token}`;
    return new ApiClient(this.url, { authorization, 'x-enterprise-id': asHeader(enterpriseId) });
  }
}

/** Encodes text as UTF-8 bytes in a header, the way clients send non-ASCII characters. */
export function asHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
