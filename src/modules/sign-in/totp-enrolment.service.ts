import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService, type AuditEntry } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { NewSecondFactorDto } from './account.dto.js';
import { Administrator, hasSecondFactor, NO_SECOND_FACTOR, primaryKeyOf } from './administrator.entity.js';
import { auditEntry, signOut, updateIfUnchanged } from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';
import { TotpService } from './totp.service.js';
import { base32, hashRecoveryCodes, isCode, keyUri, newRecoveryCodes, newSecret, stepOf } from './totp.js';

const ISSUER = 'Customer Device API';

/** Turns second factors on and off. Each change ends the other sessions of the user. */
@Injectable()
export class TotpEnrolmentService {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly secrets: SecondFactorSecrets,
    private readonly totp: TotpService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly audit: AuditService,
    private readonly enterprises: EnterprisesService,
  ) {}

  async isRequired({ enterpriseKey }: Administrator): Promise<boolean> {
    return (await this.enterprises.get(enterpriseKey)).secondFactorRequired;
  }

  /**
   * Requires the password or a code, because the session may be open on an unattended device. Failures count as failed
   * sign-ins.
   */
  async prove(person: Administrator, proof: string, address: string): Promise<void> {
    const given = proof.replace(/\s/g, '');
    const isRight = async () => {
      // no password is as short as a code
      if (!isCode(given)) return this.hashes.matches(proof, person.passwordHash);
      await this.limits.countCode(person);
      return this.totp.useCode(person, given);
    };
    if (!(await this.limits.attempt({ email: person.email, address }, isRight)))
      throw new ApiError(isCode(given) ? 'wrong_code' : 'wrong_password');
  }

  /** Keeps the current second factor valid until the new one is confirmed. */
  async start(person: Administrator): Promise<NewSecondFactorDto> {
    const secret = newSecret();
    const newTotpSecret = this.secrets.encrypt(secret, person);
    await this.people.update(primaryKeyOf(person), { newTotpSecret });
    return { secret: base32(secret), uri: keyUri(secret, person.email, ISSUER) };
  }

  async confirm(caller: Caller, person: Administrator, code: string, kept?: string): Promise<string[]> {
    const { totpSecret, newTotpSecret } = person;
    const secret = this.secrets.decrypt(newTotpSecret, person);
    const find = () => Promise.resolve(secret && stepOf(secret, code.replace(/\s/g, ''), 0));
    const totpStep = await this.limits.attempt({ email: person.email, address: caller.address }, find);
    if (!secret || totpStep === undefined) throw new ApiError('wrong_code');
    const codes = newRecoveryCodes();
    const recoveryCodes = hashRecoveryCodes(secret, codes);
    const change = { totpSecret: newTotpSecret, newTotpSecret: '', totpStep, recoveryCodes };
    await this.audit.recorded(caller, async (manager) => {
      if (!(await updateIfUnchanged(manager, person, { totpSecret, newTotpSecret }, change)))
        throw new ApiError('wrong_code');
      await signOut(manager, person, kept);
      return { result: undefined, entry: auditEntry('administrator.second_factor_on', person) };
    });
    return codes;
  }

  async renewCodes(caller: Caller, person: Administrator, kept: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.change(caller, person, kept, 'administrator.recovery_codes_made', (current) => {
      const secret = this.totp.secretOf(current);
      if (!secret) throw new ApiError('wrong_code');
      return { recoveryCodes: hashRecoveryCodes(secret, codes) };
    });
    return codes;
  }

  async turnOff(caller: Caller, person: Administrator, kept: string): Promise<void> {
    if (await this.isRequired(person)) throw new ApiError('second_factor_required');
    await this.change(caller, person, kept, 'administrator.second_factor_off', () => NO_SECOND_FACTOR);
  }

  private change(
    caller: Caller,
    person: Administrator,
    kept: string,
    action: AuditEntry['action'],
    changeOf: (current: Administrator) => Partial<Administrator>,
  ): Promise<void> {
    return this.audit.recorded(caller, async (manager) => {
      const current = await manager.findOneBy(Administrator, primaryKeyOf(person));
      if (!current || !hasSecondFactor(current))
        throw new ApiError('second_factor_missing', 'You have no second factor.');
      await manager.update(Administrator, primaryKeyOf(current), changeOf(current));
      await signOut(manager, current, kept);
      return { result: undefined, entry: auditEntry(action, current) };
    });
  }
}
