import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerEnterprise } from '../http/request/request-context.js';

/** The enterprise that the guard let the request act for. Handlers take it from here, never from a header. */
export const CurrentEnterprise = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerEnterprise => {
    const { enterprise } = context.switchToHttp().getRequest<Request>().context;
    if (!enterprise) throw new Error('The route acts for no enterprise');
    return enterprise;
  },
);
