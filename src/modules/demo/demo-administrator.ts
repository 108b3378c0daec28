import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/current-caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { dataFolder, DEMO_PASSWORD_FILE, writeSecret } from '../../config/embedded-secrets.js';
import { AdministratorsService, newPassword } from '../portal/administrators.service.js';

const EMAIL = 'demo@havelwerk.example';
const NAME = 'Ines Krüger';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** The administrator of the demo enterprise. An embedded installation keeps the password beside its data. */
@Injectable()
export class DemoAdministrator {
  constructor(
    private readonly administrators: AdministratorsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Comes back with the password when the administrator was made just now. */
  async add({ enterpriseKey, ...operator }: Caller): Promise<SignIn | undefined> {
    if (await this.administrators.has(EMAIL)) return undefined;
    const password = newPassword();
    await this.administrators.add(operator, enterpriseKey, {
      email: EMAIL,
      name: NAME,
      role: 'admin',
      password,
    });
    if (this.config.database.engine === 'sqlite') writeSecret(this.passwordFile(), password);
    return { email: EMAIL, password };
  }

  /** What opens the portal, as long as it does. */
  async kept(): Promise<SignIn | undefined> {
    if (this.config.database.engine !== 'sqlite' || !existsSync(this.passwordFile())) return undefined;
    const password = readFileSync(this.passwordFile(), 'utf8').trim();
    return (await this.administrators.hasPassword(EMAIL, password)) ? { email: EMAIL, password } : undefined;
  }

  private passwordFile(): string {
    return join(dataFolder(this.config), DEMO_PASSWORD_FILE);
  }
}
