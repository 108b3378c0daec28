import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { CONFIG, type Config, type KeptSecret } from '../../config/config.js';
import { DEMO_PASSWORD_FILE, readKept, writeKept } from '../../config/data-folder.js';
import { AdministratorsService, newPassword } from '../sign-in/administrators.service.js';

const EMAIL = 'demo@havelwerk.example';
const NAME = 'Ines Krüger';

export interface SignIn {
  readonly email: string;
  readonly password: KeptSecret;
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

  /** What opens the portal, as long as it does. */
  async kept(): Promise<SignIn | undefined> {
    const password = readKept(this.config, DEMO_PASSWORD_FILE);
    const opens = password && (await this.administrators.hasPassword(EMAIL, password.secret));
    return opens ? { email: EMAIL, password } : undefined;
  }
}
