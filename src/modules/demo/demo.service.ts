import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/current-caller.js';
import { hashKey } from '../../auth/key-format.js';
import { SCOPE_NAMES } from '../../auth/scopes.js';
import { CONFIG, type Config } from '../../config/config.js';
import { dataFolder, DEMO_KEY_FILE, writeSecret } from '../../config/embedded-secrets.js';
import { LOGGER } from '../../logging/logger.js';
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
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Only a database without any enterprise is filled: nothing is ever mixed into what an operator loaded. */
  async loadOnFirstStart(): Promise<void> {
    if (!this.config.demoData) return;
    if (this.isEmbedded) await this.loadEmbedded();
    else if (!(await this.enterprises.hasAny())) await this.loadDataAlone();
  }

  /** Loads the data, and makes a key and an administrator where there are none. */
  async load(): Promise<DemoAccess> {
    const records = await loadDemoData(this.dataSource);
    const caller = demoCaller(await this.enterpriseKey());
    return { records, key: await this.makeKey(caller), signIn: await this.administrator.add(caller) };
  }

  /** The key that an embedded installation keeps beside its data, as long as it opens something. */
  async keptKey(): Promise<string | undefined> {
    const { keyPepper } = this.config;
    if (!this.isEmbedded || keyPepper === undefined || !existsSync(this.keyFile())) return undefined;
    const enterpriseKey = await this.enterprises.findKey(DEMO_ENTERPRISE_ID);
    if (enterpriseKey === undefined) return undefined;
    const key = readFileSync(this.keyFile(), 'utf8').trim();
    const entries = await this.apiKeys.list(enterpriseKey);
    return entries.some(({ keyHash }) => keyHash === hashKey(key, keyPepper)) ? key : undefined;
  }

  private get isEmbedded(): boolean {
    return this.config.database.engine === 'sqlite';
  }

  /** A first start that was cut short is finished by the next. */
  private async loadEmbedded(): Promise<void> {
    const mark = join(dataFolder(this.config), UNFINISHED);
    if (!existsSync(mark) && (await this.enterprises.hasAny())) return;
    writeFileSync(mark, '');
    await this.load();
    rmSync(mark);
  }

  /** Elsewhere a key could be shown in the log alone, where it must not stand. */
  private async loadDataAlone(): Promise<void> {
    const records = await loadDemoData(this.dataSource);
    this.logger.info({ records }, 'demo data loaded; the command "demo" makes a key and an administrator');
  }

  private async makeKey(caller: Caller): Promise<string | undefined> {
    const entries = await this.apiKeys.list(caller.enterpriseKey);
    if (entries.some(({ application }) => application === APPLICATION)) return undefined;
    const { key } = await this.apiKeys.create(caller, APPLICATION, SCOPE_NAMES);
    if (this.isEmbedded) writeSecret(this.keyFile(), key);
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
