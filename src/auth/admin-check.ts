import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { FailedAuthentication } from '../rate-limits/failed-authentication.js';
import { ApiError, invalidAdminToken, missingAdminToken } from '../http/errors/api-error.js';
import { clientAddress } from '../http/request/client-address.js';
import { bearerToken, namedEnterprise } from '../http/request/credentials.js';
import { EnterpriseLookUp } from './enterprise-look-up.js';
import { SessionCheck } from './sessions/session-check.js';

/** Whether a request may administer an enterprise: with the admin token the one it names, with a session its own. */
@Injectable()
export class AdminCheck {
  private readonly adminTokens: readonly Buffer[];
  private readonly metricsTokens: readonly Buffer[];

  constructor(
    @Inject(CONFIG) { adminTokens, metricsToken }: Config,
    private readonly enterprises: EnterpriseLookUp,
    private readonly failures: FailedAuthentication,
    private readonly sessions: SessionCheck,
  ) {
    this.adminTokens = adminTokens.map(digest);
    this.metricsTokens = metricsToken === undefined ? [] : [digest(metricsToken)];
  }

  async check(request: Request): Promise<void> {
    if (this.sessions.applies(request)) await this.sessions.check(request);
    else await this.checkTokenAndEnterprise(request);
  }

  /** Somebody must be signed in, in whatever role. */
  async checkSession(request: Request, isUse: boolean): Promise<void> {
    await this.sessions.requireSession(request, isUse);
  }

  private async checkTokenAndEnterprise(request: Request): Promise<void> {
    await this.checkToken(request, this.adminTokens);
    for (const id of namedEnterprise(request)) request.context.enterprise ??= await this.enterprises.find(id);
    if (!request.context.enterprise) throw enterpriseNotFound();
  }

  /** For what the operator's monitoring reads, for no enterprise. */
  async checkOperator(request: Request): Promise<void> {
    await this.checkToken(request, [...this.adminTokens, ...this.metricsTokens]);
  }

  private async checkToken(request: Request, tokens: readonly Buffer[]): Promise<void> {
    const given = digest(bearerToken(request, missingAdminToken));
    const isAmong = isOneOf(tokens, given);
    const found = await this.failures.attempt(clientAddress(request), given.toString('hex'), () =>
      Promise.resolve(isAmong || undefined),
    );
    if (!found) throw invalidAdminToken();
    request.context.actor = 'admin-token';
  }
}

const enterpriseNotFound = (): ApiError =>
  new ApiError(
    'enterprise_not_found',
    'There is no enterprise with the identifier in the x-enterprise-id header.',
  );

/** Compares with all of them, so that the time tells nothing of which it is like. */
function isOneOf(tokens: readonly Buffer[], given: Buffer): boolean {
  return tokens.filter((token) => timingSafeEqual(token, given)).length > 0;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
