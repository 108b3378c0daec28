import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Repository } from 'typeorm';
import type { Origin } from '../../auth/caller.js';
import { sealingsFor } from '../../auth/crypto.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import { Administrator } from './administrator.entity.js';
import { entryOf, setPassword } from './administrator-rows.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';
import { actorOf } from './session.js';

const LINK_LASTS_MS = 72 * 3_600_000;

/**
 * Makes the links by which people choose a password, and lets whoever holds the token of one do so, once (decision 0033). The token
 * stands in the fragment, which no browser sends along: neither to a server nor as a referrer. The address is that of PUBLIC_URL,
 * whatever a request says of its host. Whatever does not work is refused in one wording.
 */
@Injectable()
export class PasswordLinksService {
  /** Links are made under the first. */
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

  /** The address of a link, which is known only at this moment, and what is stored of it. */
  make() {
    const token = randomBytes(32).toString('base64url');
    const [linkHash = ''] = this.hashesOf(token);
    const url = `${this.config.publicUrl}/portal#link=${token}`;
    return { url, linkHash, linkExpiresAt: Date.now() + LINK_LASTS_MS };
  }

  /** For whom the link is. A token that opens nothing counts as a failure to sign in from its address. */
  async look(token: string, { address }: Origin): Promise<Administrator> {
    const person = await this.limits.attempt({ address }, () => this.find(token));
    if (!person) throw new ApiError('invalid_link');
    return person;
  }

  /** One UPDATE checks the link, ends it and sets the password: of two that arrive together one changes a row. */
  async choosePassword(token: string, password: string, origin: Origin): Promise<void> {
    const person = await this.look(token, origin);
    const { enterpriseKey, email, linkHash } = person;
    const passwordHash = await this.hashes.make(password);
    await this.audit.recorded({ enterpriseKey, actor: actorOf(email), ...origin }, async (manager) => {
      const asFound = { linkHash: linkHash ?? '', linkExpiresAt: MoreThan(Date.now()) };
      if (!(await setPassword(manager, person, passwordHash, { asFound })))
        throw new ApiError('invalid_link');
      return { result: undefined, entry: entryOf('administrator.password_set', person, { method: 'link' }) };
    });
    await this.limits.forget(email);
  }

  private find(token: string): Promise<Administrator | null> {
    return this.people.findOneBy({
      linkHash: In(this.hashesOf(token)),
      linkExpiresAt: MoreThan(Date.now()),
    });
  }

  /** What may be stored of a token, under the pepper in use and the one before: a copy of the database opens nothing. */
  private hashesOf(token: string): string[] {
    return this.sealings.map((sealing) => sealing.derive('token', token));
  }
}
