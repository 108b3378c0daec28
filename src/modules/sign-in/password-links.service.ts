import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Repository } from 'typeorm';
import type { Origin } from '../../auth/caller.js';
import { sealingsFor } from '../../auth/crypto.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import { actorOf, Administrator } from './administrator.entity.js';
import { auditEntry, setPassword } from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';

const LINK_LASTS_MS = 72 * 3_600_000;

/**
 * One-time links that set a password (decision 0033). The token is in the URL fragment, which browsers do not send. The
 * base URL comes from `PUBLIC_URL`, not from the request.
 */
@Injectable()
export class PasswordLinksService {
  private readonly sealings;

  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly hashes: PasswordHashes,
    private readonly audit: AuditService,
    private readonly limits: SignInLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.sealings = sealingsFor(config, 'password link');
  }

  make() {
    const token = randomBytes(32).toString('base64url');
    const [linkHash = ''] = this.hashesOf(token);
    const url = `${this.config.publicUrl}/portal#link=${token}`;
    return { url, linkHash, linkExpiresAt: Date.now() + LINK_LASTS_MS };
  }

  /** Counts an invalid token as a failed sign-in from the address. */
  async require(token: string, { address }: Origin): Promise<Administrator> {
    const person = await this.limits.attempt({ address }, () => this.find(token));
    if (!person) throw new ApiError('invalid_link');
    return person;
  }

  async choosePassword(token: string, password: string, origin: Origin): Promise<void> {
    const person = await this.require(token, origin);
    const { enterpriseKey, email, linkHash } = person;
    const passwordHash = await this.hashes.make(password);
    await this.audit.recorded({ enterpriseKey, actor: actorOf(email), ...origin }, async (manager) => {
      const expected = { linkHash: linkHash ?? '', linkExpiresAt: MoreThan(Date.now()) };
      if (!(await setPassword(manager, person, passwordHash, expected))) throw new ApiError('invalid_link');
      return {
        result: undefined,
        entry: auditEntry('administrator.password_set', person, { method: 'link' }),
      };
    });
    await this.limits.forget(email);
  }

  private find(token: string): Promise<Administrator | null> {
    return this.people.findOneBy({
      linkHash: In(this.hashesOf(token)),
      linkExpiresAt: MoreThan(Date.now()),
    });
  }

  private hashesOf(token: string): string[] {
    return this.sealings.map((sealing) => sealing.derive('token', token));
  }
}
