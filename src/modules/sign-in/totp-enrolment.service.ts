import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService, type AuditEntry } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { Administrator } from './administrator.entity.js';
import {
  changeAsFound,
  entryOf,
  hasSecondFactor,
  NO_SECOND_FACTOR,
  rowOf,
  signOut,
} from './administrator-rows.js';
import { PasswordHashes } from './password-hashes.js';
import { CodeTries } from './code-tries.js';
import { SignInLimits } from './sign-in-limits.js';
import { newRecoveryCodes, storedCodes } from './recovery-codes.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import type { NewSecondFactorDto } from './second-factor.dto.js';
import { SecondFactorService } from './totp.service.js';
import { base32, isCode, keyUri, newSecret, stepOf } from './totp.js';

const ISSUER = 'Customer Device API';

/** Whose second factor it is. */
export type Person = Administrator;

/** Turns second factors on and off. All that was begun without the change ends, all but a session that is kept: it may be somebody else's. */
@Injectable()
export class SetUpService {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly secrets: SecondFactorSecrets,
    private readonly factors: SecondFactorService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly codeTries: CodeTries,
    private readonly audit: AuditService,
    private readonly enterprises: EnterprisesService,
  ) {}

  async isRequired({ enterpriseKey }: Administrator): Promise<boolean> {
    return (await this.enterprises.get(enterpriseKey)).secondFactorRequired;
  }

  /**
   * Takes the password, or a code of the second factor: whoever sits at a browser that somebody left signed in has neither. No
   * password is as short as a code. Tries count as failures to sign in.
   */
  async prove(person: Administrator, proof: string, address: string): Promise<void> {
    const given = proof.replace(/\s/g, '');
    const isRight = async () => {
      if (!isCode(given)) return this.hashes.matches(proof, person.passwordHash);
      await this.codeTries.count(person);
      return this.factors.useCode(person, given);
    };
    if (!(await this.limits.attempt({ email: person.email, address }, isRight)))
      throw new ApiError(isCode(given) ? 'wrong_code' : 'wrong_password');
  }

  /** Another secret, which counts once it is confirmed; until then the one that there is does. */
  async start(person: Administrator): Promise<NewSecondFactorDto> {
    const secret = newSecret();
    await this.people.update(rowOf(person), { newTotpSecret: this.secrets.encrypt(secret, person) });
    return { secret: base32(secret), uri: keyUri(secret, person.email, ISSUER) };
  }

  /** A code shows that the app has the secret. Brings the recovery codes. */
  async confirm(caller: Caller, person: Administrator, code: string, kept?: string): Promise<string[]> {
    const { totpSecret, newTotpSecret } = person;
    const secret = this.secrets.decrypt(newTotpSecret, person);
    const find = () => Promise.resolve(secret && stepOf(secret, code.replace(/\s/g, ''), 0));
    const totpStep = await this.limits.attempt({ email: person.email, address: caller.address }, find);
    if (!secret || totpStep === undefined) throw new ApiError('wrong_code');
    const codes = newRecoveryCodes();
    const change = {
      totpSecret: newTotpSecret,
      newTotpSecret: '',
      totpStep,
      recoveryCodes: storedCodes(secret, codes),
    };
    await this.audit.recorded(caller, async (manager) => {
      if (!(await changeAsFound(manager, person, { totpSecret, newTotpSecret }, change)))
        throw new ApiError('wrong_code');
      await signOut(manager, person, kept);
      return { result: undefined, entry: entryOf('administrator.second_factor_on', person) };
    });
    return codes;
  }

  /** Ten other recovery codes; those before are dead. */
  async renewCodes(caller: Caller, person: Administrator, kept: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.changed(caller, person, kept, 'administrator.recovery_codes_made', (now) => {
      const secret = this.factors.secretOf(now);
      if (!secret) throw new ApiError('wrong_code');
      return { recoveryCodes: storedCodes(secret, codes) };
    });
    return codes;
  }

  async turnOff(caller: Caller, person: Administrator, kept: string): Promise<void> {
    if (await this.isRequired(person)) throw new ApiError('second_factor_required');
    await this.changed(caller, person, kept, 'administrator.second_factor_off', () => NO_SECOND_FACTOR);
  }

  private changed(
    caller: Caller,
    person: Administrator,
    kept: string,
    action: AuditEntry['action'],
    changeOf: (now: Administrator) => Partial<Administrator>,
  ): Promise<void> {
    return this.audit.recorded(caller, async (manager) => {
      const now = await manager.findOneBy(Administrator, rowOf(person));
      if (!now || !hasSecondFactor(now))
        throw new ApiError('second_factor_missing', 'You have no second factor.');
      await manager.update(Administrator, rowOf(now), changeOf(now));
      await signOut(manager, now, kept);
      return { result: undefined, entry: entryOf(action, now) };
    });
  }
}
