import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService, type AuditEntry } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { NewSecondFactorDto } from './account.dto.js';
import {
  Administrator,
  hasSecondFactor,
  NO_SECOND_FACTOR,
  PortalSession,
  primaryKeyOf,
} from './administrator.entity.js';
import { auditEntry, setPassword, signOut, updateIfUnchanged } from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { IDLE_TIMEOUT_MS, type OwnSession, type Session } from './sessions.service.js';
import { SignInLimits } from './sign-in-limits.js';
import {
  base32,
  hashRecoveryCodes,
  isCode,
  keyUri,
  newRecoveryCodes,
  newSecret,
  stepOf,
  TotpService,
} from './totp.service.js';

const ISSUER = 'Customer Device API';

/** Changes the user's own account. A new password and each change of the second factor end the other sessions. */
@Injectable()
export class AccountService {
  constructor(
    @InjectRepository(Administrator) private readonly administrators: Repository<Administrator>,
    private readonly secrets: SecondFactorSecrets,
    private readonly totp: TotpService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly audit: AuditService,
    private readonly enterprises: EnterprisesService,
  ) {}

  /** Returns null for users who sign in with SSO. */
  find(session: Session, manager = this.administrators.manager): Promise<Administrator | null> {
    return manager.findOneBy(Administrator, ofUser(session));
  }

  async require(session: Session, manager?: EntityManager): Promise<Administrator> {
    const person = await this.find(session, manager);
    const managed = 'An identity provider manages this account, its name and its sign-in.';
    if (!person) throw new ApiError('person_not_found', managed);
    return person;
  }

  async rename(session: OwnSession, name: string): Promise<void> {
    await this.audit.recorded(session.caller, async (manager) => {
      const before = await this.require(session, manager);
      if (name === before.name) return { result: undefined };
      await manager.update(Administrator, primaryKeyOf(before), { name, updatedAt: Date.now() });
      await manager.update(PortalSession, ofUser(session), { name });
      const details = { previous_name: before.name };
      return { result: undefined, entry: auditEntry('administrator.renamed', { ...before, name }, details) };
    });
  }

  /** Counts a wrong current password as a failed sign-in. */
  async changePassword(session: OwnSession, current: string, wanted: string): Promise<void> {
    const person = await this.require(session);
    const isRight = () => this.hashes.matches(current, person.passwordHash);
    if (!(await this.limits.attempt({ ...session.caller, email: person.email }, isRight)))
      throw new ApiError('wrong_password');
    const passwordHash = await this.hashes.make(wanted);
    await this.audit.recorded(session.caller, async (manager) => {
      const expected = { passwordHash: person.passwordHash };
      if (!(await setPassword(manager, person, passwordHash, expected, session.tokenHash)))
        throw new ApiError('wrong_password');
      return { result: undefined, entry: auditEntry('administrator.password_set', person) };
    });
  }

  listSessions(session: Session): Promise<PortalSession[]> {
    const now = Date.now();
    return this.administrators.manager.find(PortalSession, {
      where: { ...ofUser(session), expiresAt: MoreThan(now), lastUsedAt: MoreThan(now - IDLE_TIMEOUT_MS) },
      order: { lastUsedAt: 'DESC', createdAt: 'DESC' },
    });
  }

  async endSessions(session: OwnSession): Promise<void> {
    await this.audit.recorded(session.caller, async (manager) => {
      await signOut(manager, ofUser(session));
      return { result: undefined, entry: { action: 'sign_out.everywhere', details: {} } };
    });
  }

  async isSecondFactorRequired({ enterpriseKey }: Administrator): Promise<boolean> {
    return (await this.enterprises.get(enterpriseKey)).secondFactorRequired;
  }

  /** Requires the password or a code, because the session may be open on an unattended device. */
  async prove(session: OwnSession, proof: string): Promise<Administrator> {
    const person = await this.require(session);
    const code = proof.replace(/\s/g, '');
    // no password is as short as a code
    const isRight = () =>
      isCode(code) ? this.totp.useCode(person, code) : this.hashes.matches(proof, person.passwordHash);
    if (!(await this.limits.attempt({ ...session.caller, email: person.email }, isRight)))
      throw new ApiError(isCode(code) ? 'wrong_code' : 'wrong_password');
    return person;
  }

  /** Keeps the current second factor valid until the new one is confirmed. */
  async startSecondFactor(person: Administrator): Promise<NewSecondFactorDto> {
    const secret = newSecret();
    const newTotpSecret = this.secrets.encrypt(secret, person);
    await this.administrators.update(primaryKeyOf(person), { newTotpSecret });
    return { secret: base32(secret), uri: keyUri(secret, person.email, ISSUER) };
  }

  /** Returns the recovery codes. */
  async confirmSecondFactor(
    caller: Caller,
    person: Administrator,
    code: string,
    keptTokenHash?: string,
  ): Promise<string[]> {
    const { totpSecret, newTotpSecret } = person;
    const secret = this.secrets.decrypt(newTotpSecret, person);
    const find = () => Promise.resolve(secret && stepOf(secret, code.replace(/\s/g, ''), 0));
    const totpStep = await this.limits.attempt({ ...caller, email: person.email }, find);
    if (!secret || totpStep === undefined) throw new ApiError('wrong_code');
    const codes = newRecoveryCodes();
    const recoveryCodes = hashRecoveryCodes(secret, codes);
    const change = { totpSecret: newTotpSecret, newTotpSecret: '', totpStep, recoveryCodes };
    await this.audit.recorded(caller, async (manager) => {
      if (!(await updateIfUnchanged(manager, person, { totpSecret, newTotpSecret }, change)))
        throw new ApiError('wrong_code');
      await signOut(manager, person, keptTokenHash);
      return { result: undefined, entry: auditEntry('administrator.second_factor_on', person) };
    });
    return codes;
  }

  async renewRecoveryCodes(session: OwnSession, proof: string): Promise<string[]> {
    await this.prove(session, proof);
    const codes = newRecoveryCodes();
    await this.changeSecondFactor(session, 'administrator.recovery_codes_made', (person) => {
      const secret = this.totp.secretOf(person);
      if (!secret) throw new ApiError('wrong_code');
      return { recoveryCodes: hashRecoveryCodes(secret, codes) };
    });
    return codes;
  }

  async turnSecondFactorOff(session: OwnSession, proof: string): Promise<void> {
    const person = await this.prove(session, proof);
    if (await this.isSecondFactorRequired(person)) throw new ApiError('second_factor_required');
    await this.changeSecondFactor(session, 'administrator.second_factor_off', () => NO_SECOND_FACTOR);
  }

  private changeSecondFactor(
    session: OwnSession,
    action: AuditEntry['action'],
    changeOf: (person: Administrator) => Partial<Administrator>,
  ): Promise<void> {
    return this.audit.recorded(session.caller, async (manager) => {
      const person = await this.find(session, manager);
      if (!person || !hasSecondFactor(person))
        throw new ApiError('second_factor_missing', 'You have no second factor.');
      await manager.update(Administrator, primaryKeyOf(person), changeOf(person));
      await signOut(manager, person, session.tokenHash);
      return { result: undefined, entry: auditEntry(action, person) };
    });
  }
}

const ofUser = ({ enterprise, email }: Session): { enterpriseKey: number; email: string } => ({
  enterpriseKey: enterprise.key,
  email,
});
