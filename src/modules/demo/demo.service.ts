import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/current-caller.js';
import { hashKey } from '../../auth/key-format.js';
import { SCOPE_NAMES } from '../../auth/scopes.js';
import { CONFIG, type Config } from '../../config/config.js';
import { dataFolder, DEMO_KEY_FILE, writeSecret } from '../../config/embedded-secrets.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { DemoAdministrator, type SignIn } from './demo-administrator.js';
import { DEMO_ENTERPRISE_ID } from './demo-data.js';
import { loadDemoData } from './load-demo-data.js';

const APPLICATION = 'Demo';
/** Stands in the data folder while the demo data is being loaded. */
const UNFINISHED = 'demo-unfinished';

/** How many records there are, and what was made just now: it is known only at this moment. */
export interface DemoAccess {
  readonly records: number;
  readonly key: string | undefined;
  readonly signIn: SignIn | undefined;
}

/** Lets somebody try the service: data to look at, a key that opens it and an administrator. */
@Injectable()
export class DemoService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly enterprises: EnterprisesService,
    private readonly apiKeys: ApiKeysService,
    private readonly administrator: DemoAdministrator,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Only a database without any enterprise is filled: nothing is ever mixed into what an operator loaded. A first start
   * that was cut short is finished by the next.
   */
  async loadOnFirstStart(): Promise<void> {
    if (!this.config.demoData) return;
    const mark =
      this.config.database.engine === 'sqlite' ? join(dataFolder(this.config), UNFINISHED) : undefined;
    const wasCutShort = mark !== undefined && existsSync(mark);
    if (!wasCutShort && (await this.enterprises.hasAny())) return;
    if (mark !== undefined) writeFileSync(mark, '');
    await this.load();
    if (mark !== undefined) rmSync(mark);
  }

  /** Loads the data, and makes a key and an administrator where there are none. */
  async load(): Promise<DemoAccess> {
    const records = await loadDemoData(this.dataSource);
    const caller = demoCaller(await this.enterpriseKey());
    return { records, key: await this.makeKey(caller), signIn: await this.administrator.add(caller) };
  }

  /** The key that an embedded installation keeps beside its data, as long as it opens something. */
  async keptKey(): Promise<string | undefined> {
    const { database, keyPepper } = this.config;
    if (database.engine !== 'sqlite' || keyPepper === undefined || !existsSync(this.keyFile()))
      return undefined;
    const enterpriseKey = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (enterpriseKey === undefined) return undefined;
    const key = readFileSync(this.keyFile(), 'utf8').trim();
    const entries = await this.apiKeys.list(enterpriseKey);
    return entries.some(({ keyHash }) => keyHash === hashKey(key, keyPepper)) ? key : undefined;
  }

  private async makeKey(caller: Caller): Promise<string | undefined> {
    const entries = await this.apiKeys.list(caller.enterpriseKey);
    if (entries.some(({ application }) => application === APPLICATION)) return undefined;
    const { key } = await this.apiKeys.create(caller, APPLICATION, SCOPE_NAMES);
    if (this.config.database.engine === 'sqlite') writeSecret(this.keyFile(), key);
    return key;
  }

  private async enterpriseKey(): Promise<number> {
    const key = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (key === undefined) throw new Error('The demo data could not be loaded');
    return key;
  }

  private keyFile(): string {
    return join(dataFolder(this.config), DEMO_KEY_FILE);
  }
}

const demoCaller = (enterpriseKey: number): Caller => ({
  enterpriseKey,
  actor: 'demo',
  address: '',
  requestId: '',
});
