import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  accessOf,
  bearerToken,
  namedEnterprise,
  type KeyAccess,
  type ScopeAccess,
} from '../../auth/access.js';
import { ApiError, insufficientScope } from '../../http/api-error.js';
import { clientAddress } from '../../http/client-address.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ApiKeyAuthService } from './api-key-auth.service.js';
import type { KeyIdentity } from './api-keys.repository.js';

const ANNOUNCED_BEFORE_MS = 14 * 86_400_000;

/** Checks key, networks, enterprise, scope and rate, in this order (docs/contract.md, 2.6). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyAuthService,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const http = context.switchToHttp();
    if (access.kind === 'scope' || access.kind === 'key')
      await this.check(http.getRequest(), http.getResponse(), access);
    return true;
  }

  private async check(request: Request, response: Response, access: ScopeAccess | KeyAccess): Promise<void> {
    const { context } = request;
    response.setHeader('Vary', 'Accept, Accept-Encoding');
    const { identity, isAllowed } = await this.keys.authenticate(
      bearerToken(request, () => new ApiError('missing_credentials')),
      clientAddress(request),
    );
    const { id } = identity;
    announceExpiration(identity, response);
    context.key = identity;
    if (access.kind === 'scope') context.scope = access.scope;
    const isBulk = access.kind === 'scope' && access.bulk;
    context.bulk = isBulk;
    try {
      if (!isAllowed) throw new ApiError('address_not_allowed');
      authorize(request, access, identity);
    } catch (refusal) {
      await this.limits.show(id, response, isBulk);
      throw refusal;
    }
    // a 304 response does not count as a bulk request, and only some tools of agents do
    const mayBe304 = access.kind === 'scope' && access.tagged;
    if (isForAgents(access) || (isBulk && mayBe304 && request.headers['if-none-match'] !== undefined))
      context.countAsBulk = await this.limits.countExceptBulk(id, response);
    else context.refundBulk = await this.limits.count(id, response, isBulk);
  }
}

const isForAgents = (access: ScopeAccess | KeyAccess): boolean => access.kind === 'key' && access.mcp;

function authorize(request: Request, access: ScopeAccess | KeyAccess, key: KeyIdentity): void {
  const { enterprise, scopes, mcp } = key;
  const mustName = !isForAgents(access) || request.headers['x-enterprise-id'] !== undefined;
  if (mustName && !namedEnterprise(request).includes(enterprise.id))
    throw new ApiError('enterprise_mismatch');
  request.context.enterprise = enterprise;
  if (access.kind === 'scope' && !scopes.includes(access.scope)) throw insufficientScope(access.scope);
  if (isForAgents(access) && !mcp) throw new ApiError('mcp_not_allowed');
}

function announceExpiration({ endsAt, enterprise }: KeyIdentity, response: Response): void {
  if (endsAt !== null && endsAt - Date.now() <= ANNOUNCED_BEFORE_MS)
    response.setHeader('X-Key-Expires-At', ZonedTime.of(enterprise.timeZone).format(endsAt));
}
