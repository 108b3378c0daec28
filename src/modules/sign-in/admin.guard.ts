import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { accessOf } from '../../auth/access.js';
import { AdminTokens } from './admin-tokens.js';
import { SessionCheck } from './sessions/session-check.js';

/** Stands before every route and judges those of administrators: a session of the portal, an admin token, the operator's token. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionCheck,
    private readonly tokens: AdminTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<Request>();
    switch (access.kind) {
      case 'admin':
        await (this.sessions.applies(request) ? this.sessions.check(request) : this.tokens.check(request));
        break;
      case 'session':
        await this.sessions.requireSession(request, access.keepAlive);
        break;
      case 'operator':
        await this.tokens.checkOperator(request);
        break;
      case 'scope':
      case 'public':
    }
    return true;
  }
}
