import { Inject, Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { EntityManager, LessThan } from 'typeorm';
import type { Caller, Origin } from '../../auth/access.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { PasswordHashes } from '../../auth/password-hashes.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import { LOGGER } from '../../observability/logger.js';
import { AuditService, type AuditEntry } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { AccountDto, NewSecondFactorDto, RecoveryCodesDto } from './account.dto.js';
import {
  hasSecondFactor,
  NO_CODE_TRIES,
  NO_SECOND_FACTOR,
  type Person,
  PortalSession,
  primaryKeyOf,
  tableOf,
  userKeyOf,
} from './administrator.entity.js';
import { auditEntry, PeopleService, setPassword, signOut, updateIfUnchanged } from './people.service.js';
import { callerFor, type OwnSession, type Session } from './sessions.service.js';
import { SignInLimits, type SignInTry } from './sign-in-limits.js';
import * as totp from './totp.js';

/**
 * Changes the user's own account. A new password and each change of the second factor end the other sessions. Each code is
 * marked as used in one UPDATE, so that no instance accepts it again (decision 0039).
 */
@Injectable()
export class AccountService {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly people: PeopleService,
    private readonly secrets: SecondFactorSecrets,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly enterprises: EnterprisesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns null for users who sign in with SSO. */
  find(session: Session, manager = this.manager): Promise<Person | null> {
    return manager.findOneBy(tableOf(session), userKeyOf(session));
  }

  async require(session: Session, manager?: EntityManager): Promise<Person> {
    const person = await this.find(session, manager);
    const managed = 'An identity provider manages this account, its name and its sign-in.';
    if (!person) throw new ApiError('person_not_found', managed);
    return person;
  }

  async describe(session: Session): Promise<AccountDto> {
    const person = await this.find(session);
    const { email, role } = session;
    return {
      email,
      name: person?.name ?? session.name,
      role,
      has_password: person !== null,
      second_factor: person !== null && hasSecondFactor(person),
      second_factor_required: person !== null && (await this.isSecondFactorRequired(person)),
      recovery_codes_left: totp.countCodes(person?.recoveryCodes ?? ''),
    };
  }

  async rename(session: OwnSession, name: string): Promise<void> {
    await this.audit.record(session.caller, async (manager) => {
      const before = await this.require(session, manager);
      if (name === before.name) return undefined;
      await manager.update(tableOf(before), primaryKeyOf(before), { name, updatedAt: Date.now() });
      await manager.update(PortalSession, userKeyOf(session), { name });
      return auditEntry('administrator.renamed', { ...before, name }, { previous_name: before.name });
    });
  }

  /** Counts a wrong current password as a failed sign-in. */
  async changePassword(session: OwnSession, current: string, wanted: string): Promise<void> {
    const person = await this.require(session);
    const expected = { passwordHash: person.passwordHash };
    const isRight = () => this.hashes.matches(current, person.passwordHash);
    if (!(await this.attempt(session, isRight))) throw new ApiError('wrong_password');
    const passwordHash = await this.people.hashFor(person, wanted);
    await this.audit.record(session.caller, async (manager) => {
      if (!(await setPassword(manager, person, passwordHash, expected, session.tokenHash)))
        throw new ApiError('wrong_password');
      return auditEntry('administrator.password_set', person);
    });
  }

  async isSecondFactorRequired({ enterpriseKey }: Person): Promise<boolean> {
    return (await this.enterprises.get(enterpriseKey)).secondFactorRequired;
  }

  /** Requires the password or a code, because the session may be open on an unattended device. */
  async prove(session: OwnSession, proof: string): Promise<Person> {
    const person = await this.require(session);
    const code = proof.replace(/\s/g, '');
    // no password is as short as a code
    const isCode = totp.isCode(code);
    const isRight = () =>
      isCode ? this.useCode(person, code) : this.hashes.matches(proof, person.passwordHash);
    if (!(await this.attempt(session, isRight))) throw new ApiError(isCode ? 'wrong_code' : 'wrong_password');
    return person;
  }

  /** Keeps the current second factor valid until the new one is confirmed. */
  async startSecondFactor(person: Person): Promise<NewSecondFactorDto> {
    const secret = totp.newSecret();
    const newTotpSecret = this.secrets.encrypt(secret, person);
    await this.transactions.run((manager) =>
      manager.update(tableOf(person), primaryKeyOf(person), { newTotpSecret }),
    );
    const generator = totp.totpOf(secret, person.email);
    return { secret: generator.secret.base32, uri: generator.toString() };
  }

  async confirmSecondFactor(
    caller: Caller & Pick<SignInTry, 'browser'>,
    person: Person,
    code: string,
    keptTokenHash?: string,
  ) {
    const { passwordHash, totpSecret, newTotpSecret } = person;
    const secret = this.secrets.decrypt(newTotpSecret, person);
    const find = () => Promise.resolve(secret && totp.stepOf(secret, code.replace(/\s/g, ''), 0));
    const totpStep = await this.limits.attempt({ ...caller, email: person.email }, find);
    if (!secret || totpStep === undefined) throw new ApiError('wrong_code');
    const codes = totp.newRecoveryCodes();
    const recoveryCodes = totp.hashRecoveryCodes(secret, codes);
    const change = { totpSecret: newTotpSecret, newTotpSecret: '', totpStep, recoveryCodes };
    await this.audit.record(caller, async (manager) => {
      const expected = { passwordHash, totpSecret, newTotpSecret };
      if (!(await updateIfUnchanged(manager, person, expected, change))) throw new ApiError('wrong_code');
      await signOut(manager, person, keptTokenHash);
      return auditEntry('administrator.second_factor_on', person);
    });
    return { recovery_codes: codes };
  }

  async renewRecoveryCodes(session: OwnSession, proof: string): Promise<RecoveryCodesDto> {
    await this.prove(session, proof);
    const codes = totp.newRecoveryCodes();
    await this.changeSecondFactor(session, 'administrator.recovery_codes_made', (person) => {
      const secret = this.secretOf(person);
      if (!secret) throw new ApiError('wrong_code');
      return { recoveryCodes: totp.hashRecoveryCodes(secret, codes) };
    });
    return { recovery_codes: codes };
  }

  async turnSecondFactorOff(session: OwnSession, proof: string): Promise<void> {
    const person = await this.prove(session, proof);
    if (await this.isSecondFactorRequired(person)) throw new ApiError('second_factor_required');
    await this.changeSecondFactor(session, 'administrator.second_factor_off', () => NO_SECOND_FACTOR);
  }

  /** Counts the code first, so that concurrent attempts are all counted. */
  async useCode(person: Person, code: string): Promise<boolean> {
    await this.limits.countCode(person);
    const { totpSecret, totpStep } = person;
    const secret = this.secretOf(person);
    const step = secret && totp.stepOf(secret, code, totpStep);
    if (step === undefined) return false;
    const expected = { totpSecret, totpStep: LessThan(step) };
    return this.transactions.run((manager) =>
      updateIfUnchanged(manager, person, expected, { totpStep: step, ...NO_CODE_TRIES }),
    );
  }

  async useRecoveryCode(person: Person, code: string, origin: Origin): Promise<boolean> {
    // a wrong code must not lock the audit log of the enterprise
    if (this.withoutCode(person, code) === undefined) return false;
    return this.audit.recorded(callerFor(person, origin), async (manager) => {
      const current = await manager.findOneBy(tableOf(person), primaryKeyOf(person));
      const rest = current ? this.withoutCode(current, code) : undefined;
      if (!current || rest === undefined) return { result: false };
      const expected = { recoveryCodes: current.recoveryCodes };
      const change = { recoveryCodes: rest, ...NO_CODE_TRIES };
      if (!(await updateIfUnchanged(manager, current, expected, change))) return { result: false };
      const details = { recovery_codes_left: totp.countCodes(rest) };
      return { result: true, entry: auditEntry('administrator.recovery_code_used', current, details) };
    });
  }

  /** Counts failures per session, like those of a known browser, so that attackers cannot lock out the user. */
  private attempt(session: OwnSession, check: () => Promise<boolean>): Promise<boolean> {
    return this.limits.attempt({ ...session.caller, browser: session.tokenHash }, check);
  }

  private withoutCode(person: Person, code: string): string | undefined {
    const secret = this.secretOf(person);
    return secret && totp.withoutCode(person.recoveryCodes, secret, code);
  }

  /** Also returns undefined for an unusable secret, which does not mean that there is no second factor. */
  private secretOf(person: Person): Buffer | undefined {
    if (!hasSecondFactor(person)) return undefined;
    const secret = this.secrets.decrypt(person.totpSecret, person);
    if (!secret)
      this.logger.error('second factor unusable: encrypted under another pepper or altered; reset it');
    return secret;
  }

  private changeSecondFactor(
    session: OwnSession,
    action: AuditEntry['action'],
    changeOf: (person: Person) => Partial<Person>,
  ): Promise<void> {
    return this.audit.record(session.caller, async (manager) => {
      const person = await this.find(session, manager);
      if (!person || !hasSecondFactor(person))
        throw new ApiError('second_factor_missing', 'You have no second factor.');
      await manager.update(tableOf(person), primaryKeyOf(person), changeOf(person));
      await signOut(manager, person, session.tokenHash);
      return auditEntry(action, person);
    });
  }
}
