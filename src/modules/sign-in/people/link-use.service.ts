import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Repository } from 'typeorm';
import type { Origin } from '../../../auth/caller.js';
import { ApiError } from '../../../http/errors/api-error.js';
import { AuditTrailService } from '../../audit/trail/audit-trail.service.js';
import { Administrator } from '../administrators/administrator.entity.js';
import { entryOf, NO_LINK, rowOf } from '../administrators/administrator-rows.js';
import { PasswordHashes } from '../administrators/password-hashes.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { PortalSession } from '../sessions/portal-session.entity.js';
import { actorOf } from '../sessions/session.js';
import { PasswordLinks } from './password-links.js';

/** Lets whoever holds the token of a link choose a password, once. Whatever does not work is refused in one wording. */
@Injectable()
export class LinkUseService {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly links: PasswordLinks,
    private readonly hashes: PasswordHashes,
    private readonly audit: AuditTrailService,
    private readonly limits: SignInLimits,
  ) {}

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
      const now = Date.now();
      const asFound = { ...rowOf(person), linkHash: linkHash ?? '', linkExpiresAt: MoreThan(now) };
      const change = { passwordHash, ...NO_LINK, updatedAt: now };
      const { affected } = await manager.update(Administrator, asFound, change);
      if (affected !== 1) throw new ApiError('invalid_link');
      await manager.delete(PortalSession, { enterpriseKey, email });
      return { result: undefined, entry: entryOf('administrator.password_set', person, { method: 'link' }) };
    });
    await this.limits.forget(email);
  }

  private async find(token: string): Promise<Administrator | undefined> {
    const wanted = { linkHash: In(this.links.hashes(token)), linkExpiresAt: MoreThan(Date.now()) };
    return (await this.people.findOneBy(wanted)) ?? undefined;
  }
}
