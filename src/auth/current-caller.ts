import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { clientAddress } from '../http/request/client-address.js';

/** Who acts on an internal route, for whom and from where: what the audit trail keeps of a change. */
export interface Caller {
  readonly enterpriseKey: number;
  readonly actor: string;
  readonly address: string;
  readonly requestId: string;
}

/** The caller that the guard let through. */
export const CurrentCaller = createParamDecorator((_data: unknown, execution: ExecutionContext): Caller => {
  const request = execution.switchToHttp().getRequest<Request>();
  const { enterprise, actor } = request.context;
  if (!enterprise || actor === undefined) throw new Error('The route acts for nobody');
  return callerOf(request, enterprise.key, actor);
});

export function callerOf(request: Request, enterpriseKey: number, actor: string): Caller {
  const { requestId } = request.context;
  return { enterpriseKey, actor, address: clientAddress(request), requestId };
}
