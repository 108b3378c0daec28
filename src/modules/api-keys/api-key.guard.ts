import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { accessOf, type ScopeAccess } from '../../auth/decorators.js';
import { ApiError, insufficientScope, missingCredentials } from '../../http/api-error.js';
import { clientAddress } from '../../http/client-address.js';
import { bearerToken, namedEnterprise } from '../../auth/credentials.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { KeyIdentity } from './api-keys.repository.js';
import { KeyCheck } from './api-key-auth.service.js';

const TOLD_BEFORE_MS = 14 * 86_400_000;

/**
 * Stands before every route and judges those that keys open: key, networks, enterprise, scope and rate in this order (docs/contract.md, 2.6).
 * Leaves in the request's context whom it acts for.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: KeyCheck,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const http = context.switchToHttp();
    if (access.kind === 'scope') await this.check(http.getRequest(), http.getResponse(), access);
    return true;
  }

  private async check(request: Request, response: Response, access: ScopeAccess): Promise<void> {
    const { context } = request;
    response.setHeader('Vary', 'Accept, Accept-Encoding');
    const { identity, isFromAllowedNetwork } = await this.keys.identify(
      bearerToken(request, missingCredentials),
      clientAddress(request),
    );
    const { id, application, scopes, enterprise } = identity;
    tellEnd(identity, response);
    context.apiKeyId = id;
    context.application = application;
    context.keyOwner = enterprise;
    context.scope = access.scope;
    const isBulk = access.bulk === 'since' ? request.query.since !== undefined : access.bulk;
    context.bulk = isBulk;
    try {
      if (!isFromAllowedNetwork) throw new ApiError('address_not_allowed');
      if (!namedEnterprise(request).includes(enterprise.id)) throw new ApiError('enterprise_mismatch');
      context.enterprise = enterprise;
      if (!scopes.includes(access.scope)) throw insufficientScope(access.scope);
    } catch (refusal) {
      await this.limits.show(id, response, isBulk);
      throw refusal;
    }
    // what the caller has already costs no more than a look
    if (isBulk && request.headers['if-none-match'] !== undefined)
      context.countAsBulk = await this.limits.countLook(id, response);
    else await this.limits.count(id, response, isBulk);
  }
}

/** Whoever uses a key learns from its answers that it is about to end. */
function tellEnd({ endsAt, enterprise }: KeyIdentity, response: Response): void {
  if (endsAt !== null && endsAt - Date.now() <= TOLD_BEFORE_MS)
    response.setHeader('X-Key-Expires-At', ZonedTime.of(enterprise.timeZone).format(endsAt));
}
