import { TOTP } from 'otpauth';
import type { TestApp } from './test-app.js';
import { PASSWORD } from './portal-app.js';
import { bodyOf, type PortalClient } from './portal-client.js';

export const SECOND_FACTOR = '/internal/v1/account/second-factor';
export const SIGN_IN_STEP = '/portal/api/session/second-factor';
const STEP_MS = 30_000;

export class Authenticator {
  private readonly totp: TOTP;

  constructor(readonly secret: string) {
    this.totp = new TOTP({ secret });
  }

  code(stepsLater = 0): string {
    return this.totp.generate({ timestamp: Date.now() + stepsLater * STEP_MS });
  }

  /** Returns six digits that are not a code within two steps of now. */
  wrongCode(): string {
    const codes = [-2, -1, 0, 1, 2].map((stepsLater) => this.code(stepsLater));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (code) => !codes.includes(code),
    )!;
  }
}

export interface SecondFactor {
  readonly authenticator: Authenticator;
  readonly recoveryCodes: string[];
}

export async function turnOnSecondFactor(app: TestApp, client: PortalClient): Promise<SecondFactor> {
  const { secret } = bodyOf(await client.post(SECOND_FACTOR, { proof: PASSWORD }));
  const authenticator = new Authenticator(String(secret));
  const response = bodyOf(await client.post(`${SECOND_FACTOR}/confirmation`, { code: authenticator.code() }));
  await allowNextCode(app);
  return { authenticator, recoveryCodes: response.recovery_codes as string[] };
}

/** Moves the last used TOTP step into the past, so that the service accepts the next code. */
export async function allowNextCode(app: TestApp): Promise<void> {
  await app.dataSource.query('UPDATE administrators SET totp_step = totp_step - 10 WHERE totp_step > 10');
}

export const submitCode = (client: PortalClient, code: string) => client.post(SIGN_IN_STEP, { code });
