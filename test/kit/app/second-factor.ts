import { TOTP } from 'otpauth';
import type { TestApp } from './test-app.js';
import { PASSWORD } from './portal-app.js';
import { bodyOf, type PortalClient } from './portal-client.js';

export const FACTOR = '/internal/v1/account/second-factor';
export const STEP = '/portal/api/session/second-factor';
const STEP_MS = 30_000;

export class Authenticator {
  private readonly totp: TOTP;

  constructor(readonly typed: string) {
    this.totp = new TOTP({ secret: typed });
  }

  code(later = 0): string {
    return this.totp.generate({ timestamp: Date.now() + later * STEP_MS });
  }

  /** Returns six digits that are not a code within two steps of now. */
  wrongCode(): string {
    const codes = [-2, -1, 0, 1, 2].map((later) => this.code(later));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (code) => !codes.includes(code),
    )!;
  }
}

export interface SecondFactor {
  readonly authenticator: Authenticator;
  readonly recoveryCodes: string[];
}

export async function turnOn(app: TestApp, client: PortalClient): Promise<SecondFactor> {
  const { secret } = bodyOf(await client.post(FACTOR, { proof: PASSWORD }));
  const authenticator = new Authenticator(String(secret));
  const answer = bodyOf(await client.post(`${FACTOR}/confirmation`, { code: authenticator.code() }));
  await letTimePass(app);
  return { authenticator, recoveryCodes: answer.recovery_codes as string[] };
}

/** Moves the last used step into the past, so that the next code is accepted. */
export async function letTimePass(app: TestApp): Promise<void> {
  await app.dataSource.query('UPDATE administrators SET totp_step = totp_step - 10 WHERE totp_step > 10');
}

export const enter = (client: PortalClient, code: string) => client.post(STEP, { code });
