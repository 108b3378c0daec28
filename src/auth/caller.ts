import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { clientAddress, type CallerEnterprise } from '../http/request-context.js';

export interface Origin {
  readonly address: string;
  readonly requestId: string;
  readonly isGivenUp?: () => boolean;
}

export interface Caller extends Origin {
  readonly enterpriseKey: number;
  readonly actor: string;
  /** Throws if the session has expired or lost its role. Admin tokens and the command line have no session. */
  readonly checkAgain?: (manager: EntityManager) => Promise<void>;
}

const requestOf = (context: ExecutionContext): Request => context.switchToHttp().getRequest();

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const request = requestOf(context);
  const { enterprise, actor, checkAgain } = request.context;
  if (!enterprise || actor === undefined) throw new Error('The route has no caller');
  return { ...callerOf(request, enterprise.key, actor), ...(checkAgain && { checkAgain }) };
});

/** Handlers must not read the enterprise from a header. */
export const CurrentEnterprise = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerEnterprise => {
    const { enterprise } = requestOf(context).context;
    if (!enterprise) throw new Error('The route acts for no enterprise');
    return enterprise;
  },
);

export function callerOf(request: Request, enterpriseKey: number, actor: string): Caller {
  return { enterpriseKey, actor, ...originOf(request) };
}

export function originOf(request: Request): Origin {
  return {
    address: clientAddress(request),
    requestId: request.context.requestId,
    isGivenUp: () => request.context.unavailable === 'answer_too_late',
  };
}
