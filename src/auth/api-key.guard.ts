import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  enterpriseMismatch,
  insufficientScope,
  missingCredentials,
  notFound,
} from '../http/errors/api-error.js';
import { clientAddress } from '../http/request/client-address.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { ACCESS, type Access, type ScopeAccess } from './access.js';
import { AdminCheck } from './admin-check.js';
import { bearerToken, namedEnterprise } from '../http/request/credentials.js';
import { KeyCheck } from './keys/key-check.js';

/**
 * Stands before every route. Checks key, enterprise, scope and rate in this order (docs/contract.md, 2.6), and leaves in
 * the request's context whom it acts for. A route that does not say who may use it is closed.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: KeyCheck,
    private readonly admin: AdminCheck,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    request.context.route = (request.route as { path: string }).path;
    switch (access?.kind) {
      case 'scope':
        await this.checkKey(request, http.getResponse<Response>(), access);
        return true;
      case 'admin':
        await this.admin.check(request);
        return true;
      case 'session':
        await this.admin.checkSession(request, access.isUse);
        return true;
      case 'operator':
        await this.admin.checkOperator(request);
        return true;
      case 'public':
        return true;
      default:
        throw notFound();
    }
  }

  private async checkKey(request: Request, response: Response, access: ScopeAccess): Promise<void> {
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
