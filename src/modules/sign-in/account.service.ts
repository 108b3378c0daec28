import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import { Administrator, primaryKeyOf } from './administrator.entity.js';
import { auditEntry, setPassword, signOut } from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';
import { PortalSession } from './portal-session.entity.js';
import { IDLE_TIMEOUT_MS, type Session } from './sessions.service.js';

@Injectable()
export class AccountService {
  constructor(
    @InjectRepository(Administrator) private readonly administrators: Repository<Administrator>,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly audit: AuditService,
  ) {}

  /** Returns null for users who sign in with SSO. */
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
      await manager.update(Administrator, primaryKeyOf(before), { name, updatedAt: Date.now() });
      await manager.update(PortalSession, ofPerson(session), { name });
      const details = { previous_name: before.name };
      return { result: undefined, entry: auditEntry('administrator.renamed', { ...before, name }, details) };
    });
  }

  /** Counts a wrong current password as a failed sign-in. */
  async changePassword(caller: Caller, session: Session, present: string, wanted: string): Promise<void> {
    const { email, tokenHash } = session;
    const person = await this.require(session);
    const tried = { email, address: caller.address };
    const isRight = () => this.hashes.matches(present, person.passwordHash);
    if (!(await this.limits.attempt(tried, isRight))) throw new ApiError('wrong_password');
    const passwordHash = await this.hashes.make(wanted);
    await this.audit.recorded(caller, async (manager) => {
      const expected = { passwordHash: person.passwordHash };
      if (!(await setPassword(manager, person, passwordHash, expected, tokenHash)))
        throw new ApiError('wrong_password');
      return { result: undefined, entry: auditEntry('administrator.password_set', person) };
    });
  }

  listSessions(session: Session): Promise<PortalSession[]> {
    const now = Date.now();
    return this.administrators.manager.find(PortalSession, {
      where: { ...ofPerson(session), expiresAt: MoreThan(now), lastUsedAt: MoreThan(now - IDLE_TIMEOUT_MS) },
      order: { lastUsedAt: 'DESC', createdAt: 'DESC' },
    });
  }

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
