import { existsSync, rmSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DEMO_ENTERPRISE_ID } from '../../../demo/demo-enterprise.js';
import type { Caller } from '../../auth/access.js';
import { hashKey } from '../../auth/key-format.js';
import { newPassword } from '../../auth/password-hashes.js';
import { SCOPE_NAMES } from '../../auth/scopes.js';
import { CONFIG, type Config, type KeptSecret, peppersOf } from '../../config/config.js';
import {
  DEMO_KEY_FILE,
  DEMO_PASSWORD_FILE,
  DEMO_UNFINISHED_FILE,
  fileNextToDatabase,
  readKept,
  writeKept,
} from '../../config/data-folder.js';
import { LOGGER } from '../../observability/logger.js';
import type { CreateApiKeyDto } from '../api-keys/api-key.dto.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { ImporterService } from '../importer/importer.service.js';
import { PeopleService } from '../sign-in/people.service.js';

const EMAIL = 'demo@havelwerk.example';
/** Show what keys may not see. Their secrets are not stored: regenerate one to try it. */
const RESTRICTED: readonly CreateApiKeyDto[] = [
  {
    application: 'Asset inventory',
    scopes: ['device:GetList', 'device:GetDetail', 'device:GetApplication'],
    hidden_data: ['credentials'],
  },
  {
    application: 'Usage statistics',
    scopes: ['device:GetList', 'device:GetDataUsage', 'device:GetScreenTime'],
    hidden_data: ['identifiers'],
  },
  { application: 'Route planning', scopes: ['device:GetLocation'], hidden_data: ['exact_location'] },
];
const HOUR_MS = 3_600_000;

interface SignIn {
  readonly email: string;
  readonly password: KeptSecret;
}

/** Undefined on a database server, except in the process that has generated the credentials. */
export interface DemoAccess {
  readonly key: KeptSecret | undefined;
  readonly signIn: SignIn | undefined;
}

@Injectable()
export class DemoService {
  constructor(
    private readonly importer: ImporterService,
    private readonly enterprises: EnterprisesService,
    private readonly apiKeys: ApiKeysService,
    private readonly people: PeopleService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Loads only into a database without enterprises, so that demo data is never mixed with other data. */
  async loadOnFirstStart(): Promise<DemoAccess | undefined> {
    if (!this.config.demoData) return undefined;
    const mark = fileNextToDatabase(this.config, DEMO_UNFINISHED_FILE);
    const isInterrupted = mark !== undefined && existsSync(mark);
    if (!isInterrupted && (await this.enterprises.hasAny())) return undefined;
    if (mark !== undefined) {
      writeKept(this.config, DEMO_UNFINISHED_FILE, '');
      const access = await this.load(new Date());
      rmSync(mark);
      return access;
    }
    const records = await loadDemoData(this.importer, new Date());
    // Creates no key, because a server could show it only in the log.
    this.logger.info(
      { records },
      'demo data loaded; run "cli demo" to create an API key and an administrator',
    );
    return undefined;
  }

  async load(now: Date): Promise<DemoAccess & { readonly records: number }> {
    const records = await loadDemoData(this.importer, now);
    const enterpriseKey = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (enterpriseKey === undefined) throw new Error('The demo data could not be loaded');
    const caller = { enterpriseKey, actor: 'demo', address: '', requestId: '' };
    const key = await this.createKeys(caller);
    const signIn = await this.addAdministrator(caller);
    const kept = await this.kept();
    return { records, key: key ?? kept.key, signIn: signIn ?? kept.signIn };
  }

  async kept(): Promise<DemoAccess> {
    return { key: await this.keptKey(), signIn: await this.keptSignIn() };
  }

  private async keptKey(): Promise<KeptSecret | undefined> {
    const key = readKept(this.config, DEMO_KEY_FILE);
    if (!key) return undefined;
    const enterpriseKey = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (enterpriseKey === undefined) return undefined;
    const hashes = peppersOf(this.config).map((pepper) => hashKey(key.secret, pepper));
    const keys = await this.apiKeys.list(enterpriseKey);
    return keys.some(({ keyHash }) => hashes.includes(keyHash)) ? key : undefined;
  }

  private async keptSignIn(): Promise<SignIn | undefined> {
    const password = readKept(this.config, DEMO_PASSWORD_FILE);
    const isValid = password && (await this.people.hasPassword(EMAIL, password.secret));
    return isValid ? { email: EMAIL, password } : undefined;
  }

  private async createKeys(caller: Caller): Promise<KeptSecret | undefined> {
    const keys = await this.apiKeys.list(caller.enterpriseKey);
    const { maxKeyDays } = this.config;
    // the latest expiration, minus an hour for clock differences
    const latest =
      maxKeyDays === undefined ? null : new Date(Date.now() + (maxKeyDays * 24 - 1) * HOUR_MS).toISOString();
    const isMissing = (wanted: CreateApiKeyDto) =>
      keys.every(({ application }) => application !== wanted.application);
    for (const wanted of RESTRICTED.filter(isMissing))
      await this.apiKeys.create(caller, { ...wanted, expires_at: latest });
    const terms = { application: 'Demo', scopes: SCOPE_NAMES, expires_at: latest, mcp: true };
    if (!isMissing(terms)) return undefined;
    const { key } = await this.apiKeys.create(caller, terms);
    return writeKept(this.config, DEMO_KEY_FILE, key);
  }

  private async addAdministrator({ enterpriseKey, ...operator }: Caller): Promise<SignIn | undefined> {
    if (await this.people.find(EMAIL)) return undefined;
    const password = newPassword();
    const person = { email: EMAIL, name: 'Ines Krüger', role: 'admin', password } as const;
    await this.people.add(operator, enterpriseKey, person);
    return { email: EMAIL, password: writeKept(this.config, DEMO_PASSWORD_FILE, password) };
  }
}

export async function loadDemoData(importer: ImporterService, now: Date): Promise<number> {
  const { demoRecords } = await import('../../../demo/demo-data.js');
  let total = 0;
  for (const { file, records } of demoRecords(now)) {
    const { loaded } = await importer.importRecords(file, records, {
      onRejected: ([first]) =>
        Promise.reject(new Error(`The demo data cannot be loaded: ${file}: ${first?.reason ?? ''}`)),
    });
    total += loaded;
  }
  return total;
}
