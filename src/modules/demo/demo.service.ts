import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DEMO_ENTERPRISE_ID, demoRecords } from '../../../demo/demo-data.js';
import type { Caller } from '../../auth/caller.js';
import { hashKey } from '../../auth/key-format.js';
import { SCOPE_NAMES } from '../../auth/scopes.js';
import { CONFIG, type Config, type KeptSecret, peppersOf } from '../../config/config.js';
import {
  DEMO_KEY_FILE,
  DEMO_PASSWORD_FILE,
  DEMO_UNFINISHED_FILE,
  besideDatabase,
  readKept,
  writeKept,
} from '../../config/data-folder.js';
import { LOGGER } from '../../observability/logger.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { ImporterService } from '../importer/importer.service.js';
import { AdministratorsService, newPassword } from '../sign-in/administrators.service.js';

const EMAIL = 'demo@havelwerk.example';
const NAME = 'Ines Krüger';

export interface SignIn {
  readonly email: string;
  readonly password: KeptSecret;
}

@Injectable()
export class DemoAdministrator {
  constructor(
    private readonly administrators: AdministratorsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async add({ enterpriseKey, ...operator }: Caller): Promise<SignIn | undefined> {
    if (await this.administrators.find(EMAIL)) return undefined;
    const password = newPassword();
    await this.administrators.add(operator, enterpriseKey, {
      email: EMAIL,
      name: NAME,
      role: 'admin',
      password,
    });
    return { email: EMAIL, password: writeKept(this.config, DEMO_PASSWORD_FILE, password) };
  }

  async kept(): Promise<SignIn | undefined> {
    const password = readKept(this.config, DEMO_PASSWORD_FILE);
    const opens = password && (await this.administrators.hasPassword(EMAIL, password.secret));
    return opens ? { email: EMAIL, password } : undefined;
  }
}

const APPLICATION = 'Demo';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** On a server, only the process that generated the credentials has them. */
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
    private readonly administrator: DemoAdministrator,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Loads only into a database without enterprises, so that demo data never mixes with other data. */
  async loadOnFirstStart(): Promise<DemoAccess | undefined> {
    if (!this.config.demoData) return undefined;
    const mark = besideDatabase(this.config, DEMO_UNFINISHED_FILE);
    if (mark !== undefined) return this.loadEmbedded(mark);
    if (!(await this.enterprises.hasAny())) await this.loadDataAlone();
    return undefined;
  }

  async load(now: Date): Promise<DemoAccess & { readonly records: number }> {
    const records = await loadDemoData(this.importer, now);
    const caller = demoCaller(await this.enterpriseKey());
    const made = { key: await this.makeKey(caller), signIn: await this.administrator.add(caller) };
    const kept = await this.kept();
    return { records, key: made.key ?? kept.key, signIn: made.signIn ?? kept.signIn };
  }

  async kept(): Promise<DemoAccess> {
    return { key: await this.keptKey(), signIn: await this.administrator.kept() };
  }

  private async keptKey(): Promise<KeptSecret | undefined> {
    const key = readKept(this.config, DEMO_KEY_FILE);
    if (!key) return undefined;
    const enterpriseKey = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (enterpriseKey === undefined) return undefined;
    const hashes = peppersOf(this.config).map((pepper) => hashKey(key.secret, pepper));
    const entries = await this.apiKeys.list(enterpriseKey);
    return entries.some(({ keyHash }) => hashes.includes(keyHash)) ? key : undefined;
  }

  /** Also completes an interrupted first start. */
  private async loadEmbedded(mark: string): Promise<DemoAccess | undefined> {
    if (!existsSync(mark) && (await this.enterprises.hasAny())) return undefined;
    writeFileSync(mark, '', { mode: 0o600 });
    const access = await this.load(new Date());
    rmSync(mark);
    return access;
  }

  /** Creates no key, because a server could show it only in the log. */
  private async loadDataAlone(): Promise<void> {
    const records = await loadDemoData(this.importer, new Date());
    this.logger.info({ records }, 'demo data loaded; the command "demo" makes a key and an administrator');
  }

  private async makeKey(caller: Caller): Promise<KeptSecret | undefined> {
    const entries = await this.apiKeys.list(caller.enterpriseKey);
    if (entries.some(({ application }) => application === APPLICATION)) return undefined;
    const { key } = await this.apiKeys.create(caller, {
      application: APPLICATION,
      scopes: SCOPE_NAMES,
      expires_at: this.keyEnd(),
    });
    return writeKept(this.config, DEMO_KEY_FILE, key);
  }

  /** Returns the latest expiration that `MAX_KEY_DAYS` allows, minus an hour for clock differences. */
  private keyEnd(): string | null {
    const { maxKeyDays } = this.config;
    if (maxKeyDays === undefined) return null;
    return new Date(Date.now() + maxKeyDays * DAY_MS - HOUR_MS).toISOString();
  }

  private async enterpriseKey(): Promise<number> {
    const key = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (key === undefined) throw new Error('The demo data could not be loaded');
    return key;
  }
}

const demoCaller = (enterpriseKey: number): Caller => ({
  enterpriseKey,
  actor: 'demo',
  address: '',
  requestId: '',
});

export async function loadDemoData(importer: ImporterService, now: Date): Promise<number> {
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
