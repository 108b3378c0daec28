import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import { Administrator } from './administrator.entity.js';
import { entryOf, rowOf, setPassword, signOut } from './administrator-rows.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';
import { PortalSession } from './portal-session.entity.js';
import { IDLE_MS, type Session } from './session.js';

/** What somebody who is signed in may do about themselves, whatever their role. */
@Injectable()
export class AccountService {
  constructor(
    @InjectRepository(Administrator) private readonly administrators: Repository<Administrator>,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly audit: AuditService,
  ) {}

  /** None where a provider vouches for the person, and keeps name and password. */
  find(session: Session): Promise<Administrator | null> {
    return this.administrators.findOneBy(ofPerson(session));
  }

  async require(session: Session): Promise<Administrator> {
    const person = await this.find(session);
    if (!person) throw keptElsewhere();
    return person;
  }

  async rename(caller: Caller, session: Session, name: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const before = await manager.findOneBy(Administrator, ofPerson(session));
      if (!before) throw keptElsewhere();
      if (name === before.name) return { result: undefined };
      await manager.update(Administrator, rowOf(before), { name, updatedAt: Date.now() });
      await manager.update(PortalSession, ofPerson(session), { name });
      const details = { previous_name: before.name };
      return { result: undefined, entry: entryOf('administrator.renamed', { ...before, name }, details) };
    });
  }

  /** Takes the present password, tries at which count as failures to sign in. Ends the other sessions, and a link that there is. */
  async changePassword(caller: Caller, session: Session, present: string, wanted: string): Promise<void> {
    const { email, tokenHash } = session;
    const person = await this.require(session);
    const tried = { email, address: caller.address };
    const isRight = () => this.hashes.matches(present, person.passwordHash);
    if (!(await this.limits.attempt(tried, isRight))) throw new ApiError('wrong_password');
    const passwordHash = await this.hashes.make(wanted);
    await this.audit.recorded(caller, async (manager) => {
      const kept = { asFound: { passwordHash: person.passwordHash }, keptTokenHash: tokenHash };
      if (!(await setPassword(manager, person, passwordHash, kept))) throw new ApiError('wrong_password');
      return { result: undefined, entry: entryOf('administrator.password_set', person) };
    });
  }

  /** Those that last, the one that was used last first. */
  listSessions(session: Session): Promise<PortalSession[]> {
    const now = Date.now();
    return this.administrators.manager.find(PortalSession, {
      where: { ...ofPerson(session), expiresAt: MoreThan(now), lastUsedAt: MoreThan(now - IDLE_MS) },
      order: { lastUsedAt: 'DESC', createdAt: 'DESC' },
    });
  }

  /** Ends all of them, for every instance at once, the one that asks among them. */
  async endSessions(caller: Caller, session: Session): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      await signOut(manager, ofPerson(session));
      return { result: undefined, entry: { action: 'sign_out.everywhere', details: {} } };
    });
  }
}

const ofPerson = ({ enterprise, email }: Session): { enterpriseKey: number; email: string } => ({
  enterpriseKey: enterprise.key,
  email,
});

const keptElsewhere = (): ApiError =>
  new ApiError(
    'person_not_found',
    'The account is that of an identity provider, which keeps its name and how it signs in.',
  );
