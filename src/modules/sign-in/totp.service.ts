import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThan } from 'typeorm';
import type { Origin } from '../../auth/access.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { AuditService } from '../audit/audit.service.js';
import {
  actorOf,
  Administrator,
  hasSecondFactor,
  NO_CODE_TRIES,
  primaryKeyOf,
} from './administrator.entity.js';
import { auditEntry, updateIfUnchanged } from './administrators.service.js';
import { SignInLimits } from './sign-in-limits.js';

const STEP_MS = 30_000;
const DIGITS = 6;
const CODE = /^\d{6}$/;
/** 160 bits, the recommendation of RFC 4226, section 4. */
const SECRET_BYTES = 20;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY_CODES = 10;

/** Marks each code as used in one UPDATE, so that no instance accepts it again (decision 0039). */
@Injectable()
export class TotpService {
  constructor(
    private readonly secrets: SecondFactorSecrets,
    private readonly limits: SignInLimits,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Counts the code first, so that concurrent attempts are all counted. */
  async useCode(person: Administrator, code: string): Promise<boolean> {
    await this.limits.countCode(person);
    const { totpSecret, totpStep } = person;
    const secret = this.secretOf(person);
    const step = secret && stepOf(secret, code, totpStep);
    if (step === undefined) return false;
    const expected = { totpSecret, totpStep: LessThan(step) };
    return this.transactions.run((manager) =>
      updateIfUnchanged(manager, person, expected, { totpStep: step, ...NO_CODE_TRIES }),
    );
  }

  async useRecoveryCode(person: Administrator, code: string, origin: Origin): Promise<boolean> {
    // a wrong code must not lock the audit log of the enterprise
    if (this.withoutCode(person, code) === undefined) return false;
    const { enterpriseKey, email } = person;
    return this.audit.recorded({ enterpriseKey, actor: actorOf(email), ...origin }, async (manager) => {
      const current = await manager.findOneBy(Administrator, primaryKeyOf(person));
      const rest = current ? this.withoutCode(current, code) : undefined;
      if (!current || rest === undefined) return { result: false };
      const expected = { recoveryCodes: current.recoveryCodes };
      const change = { recoveryCodes: rest, ...NO_CODE_TRIES };
      if (!(await updateIfUnchanged(manager, current, expected, change))) return { result: false };
      const details = { recovery_codes_left: countCodes(rest) };
      return { result: true, entry: auditEntry('administrator.recovery_code_used', current, details) };
    });
  }

  /** Also returns undefined for an unusable secret, which does not mean that there is no second factor. */
  secretOf(person: Administrator): Buffer | undefined {
    if (!hasSecondFactor(person)) return undefined;
    const secret = this.secrets.decrypt(person.totpSecret, person);
    if (!secret)
      this.logger.error('second factor unusable: encrypted under another pepper or altered; reset it');
    return secret;
  }

  private withoutCode(person: Administrator, code: string): string | undefined {
    const secret = this.secretOf(person);
    return secret && withoutCode(person.recoveryCodes, secret, code);
  }
}

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 6238 with SHA-1, which all authenticator apps support. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Returns undefined if the code is wrong or its step is not after `usedStep`. Accepts one step before and after the current
 * one, because clocks differ.
 */
export function stepOf(secret: Buffer, code: string, usedStep: number, now = Date.now()): number | undefined {
  if (!isCode(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  // compares with all steps, so that the time does not reveal which one matched
  const [step] = [current - 1, current, current + 1].filter((each) =>
    timingSafeEqual(Buffer.from(codeOf(secret, each)), Buffer.from(code)),
  );
  return step !== undefined && step > usedStep ? step : undefined;
}

export const isCode = (text: string): boolean => CODE.test(text);

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32.charAt(parseInt(group.padEnd(5, '0'), 2))).join('');
}

export function keyUri(secret: Buffer, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(7)).toLowerCase();
    return `${code.slice(0, 5)}-${code.slice(5, 10)}`;
  });
}

/** Hashes under the secret of the second factor, which is stored encrypted. */
export const hashRecoveryCodes = (secret: Buffer, codes: readonly string[]): string =>
  codes.map((code) => recoveryHash(secret, code)).join(' ');

export function withoutCode(stored: string, secret: Buffer, code: string): string | undefined {
  const hashes = stored.split(' ');
  const hash = recoveryHash(secret, code);
  return hashes.includes(hash) ? hashes.filter((each) => each !== hash).join(' ') : undefined;
}

export const countCodes = (stored: string): number => (stored === '' ? 0 : stored.split(' ').length);

/** Ignores case, spaces and the hyphen. */
function recoveryHash(secret: Buffer, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z2-7]/g, '');
  return createHmac('sha256', secret).update(`recovery code ${plain}`).digest('base64url');
}
