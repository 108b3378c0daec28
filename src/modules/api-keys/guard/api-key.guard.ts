import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { accessOf, type ScopeAccess } from '../../../auth/access.js';
import { enterpriseMismatch, insufficientScope, missingCredentials } from '../../../http/errors/api-error.js';
import { clientAddress } from '../../../http/request/client-address.js';
import { bearerToken, namedEnterprise } from '../../../http/request/credentials.js';
import { RateLimits } from '../../../rate-limits/rate-limits.js';
import { KeyCheck } from './key-check.js';

/**
 * Stands before every route and judges those that keys open: key, enterprise, scope and rate in this order (docs/contract.md, 2.6).
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
    const { id, application, scopes, enterprise } = await this.keys.identify(
      bearerToken(request, missingCredentials),
      clientAddress(request),
    );
    context.apiKeyId = id;
    context.application = application;
    context.keyOwner = enterprise;
    context.scope = access.scope;
    try {
      if (!namedEnterprise(request).includes(enterprise.id)) throw enterpriseMismatch();
      context.enterprise = enterprise;
      if (!scopes.includes(access.scope)) throw insufficientScope(access.scope);
    } catch (refusal) {
      await this.limits.show(id, response, access.bulk);
      throw refusal;
    }
    await this.limits.count(id, response, access.bulk);
  }
}
