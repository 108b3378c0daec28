import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository, type EntityManager } from 'typeorm';
import type { Caller } from '../../../auth/caller.js';
import { ApiError } from '../../../http/errors/api-error.js';
import { AuditTrailService, type AuditEntry } from '../../audit/trail/audit-trail.service.js';
import { EnterprisesService } from '../../enterprises/enterprises.service.js';
import { Administrator } from '../administrators/administrator.entity.js';
import { entryOf, hasSecondFactor, NO_SECOND_FACTOR, rowOf } from '../administrators/administrator-rows.js';
import { PasswordHashes } from '../administrators/password-hashes.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { PortalSession } from '../sessions/portal-session.entity.js';
import { newRecoveryCodes, storedCodes } from './recovery-codes.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SecondFactorService } from './second-factor.service.js';
import { base32, isCode, keyUri, newSecret, stepOf } from './totp.js';

const ISSUER = 'Customer Device API';

/** Whose second factor it is. */
export type Person = Administrator;

/** A secret that was just made: it is known only at this moment. */
export interface NewSecret {
  readonly secret: string;
  readonly uri: string;
}

/** Which session of the person goes on when the others end; none where there is none yet. */
type Kept = string | undefined;

/** Turns second factors on and off. All that was begun without the change ends: it may be somebody else's. */
@Injectable()
export class SetUpService {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly secrets: SealedSecrets,
    private readonly factors: SecondFactorService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly audit: AuditTrailService,
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
    const isRight = () =>
      isCode(given) ? this.factors.useCode(person, given) : this.hashes.matches(proof, person.passwordHash);
    if (!(await this.attempt(person, address, async () => (await isRight()) || undefined)))
      throw new ApiError(isCode(given) ? 'wrong_code' : 'wrong_password');
  }

  /** Another secret, which counts once it is confirmed; until then the one that there is does. */
  async start(person: Administrator): Promise<NewSecret> {
    const secret = newSecret();
    await this.people.update(rowOf(person), { newTotpSecret: this.secrets.seal(secret, person) });
    return { secret: base32(secret), uri: keyUri(secret, person.email, ISSUER) };
  }

  /** A code shows that the app has the secret. Brings the recovery codes. */
  async confirm(caller: Caller, person: Administrator, code: string, kept?: Kept): Promise<string[]> {
    const { totpSecret, newTotpSecret } = person;
    const secret = this.secrets.open(newTotpSecret, person);
    const find = () => Promise.resolve(secret && stepOf(secret, code.replace(/\s/g, ''), 0));
    const totpStep = await this.attempt(person, caller.address, find);
    if (!secret || totpStep === undefined) throw new ApiError('wrong_code');
    const codes = newRecoveryCodes();
    const change = {
      totpSecret: newTotpSecret,
      newTotpSecret: '',
      totpStep,
      recoveryCodes: storedCodes(secret, codes),
    };
    await this.audit.recorded(caller, async (manager) => {
      const asFound = { ...rowOf(person), totpSecret, newTotpSecret };
      const { affected } = await manager.update(Administrator, asFound, change);
      if (affected !== 1) throw new ApiError('wrong_code');
      await endSessions(manager, person, kept);
      return { result: undefined, entry: entryOf('administrator.second_factor_on', person) };
    });
    return codes;
  }

  /** Ten other recovery codes; those before are dead. */
  async renewCodes(caller: Caller, person: Administrator, kept: Kept): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.changed(caller, person, kept, 'administrator.recovery_codes_made', (now) => {
      const secret = this.factors.secretOf(now);
      if (!secret) throw new ApiError('wrong_code');
      return { recoveryCodes: storedCodes(secret, codes) };
    });
    return codes;
  }

  async turnOff(caller: Caller, person: Administrator, kept: Kept): Promise<void> {
    if (await this.isRequired(person)) throw new ApiError('second_factor_required');
    await this.changed(caller, person, kept, 'administrator.second_factor_off', () => NO_SECOND_FACTOR);
  }

  private attempt<T>(
    { email }: Administrator,
    address: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    return this.limits.attempt({ email, address }, check);
  }

  private changed(
    caller: Caller,
    person: Administrator,
    kept: Kept,
    action: AuditEntry['action'],
    changeOf: (now: Administrator) => Partial<Administrator>,
  ): Promise<void> {
    return this.audit.recorded(caller, async (manager) => {
      const now = await manager.findOneBy(Administrator, rowOf(person));
      if (!now || !hasSecondFactor(now))
        throw new ApiError('second_factor_missing', 'You have no second factor.');
      await manager.update(Administrator, rowOf(now), changeOf(now));
      await endSessions(manager, now, kept);
      return { result: undefined, entry: entryOf(action, now) };
    });
  }
}

async function endSessions(
  manager: EntityManager,
  { enterpriseKey, email }: Administrator,
  kept: Kept,
): Promise<void> {
  const others = kept === undefined ? {} : { tokenHash: Not(kept) };
  await manager.delete(PortalSession, { enterpriseKey, email, ...others });
}
