import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { ApiError, invalidParameter } from '../http/api-error.js';
import { clientAddress, type CallerEnterprise, type CallerKey } from '../http/request-context.js';

export interface Origin {
  readonly address: string;
  readonly requestId: string;
  readonly isAbandoned?: () => boolean;
}

export interface Caller extends Origin {
  readonly enterpriseKey: number;
  readonly actor: string;
  /** Throws if the session has expired or lost its role. Undefined for admin tokens and the command line. */
  readonly checkAgain?: (manager: EntityManager) => Promise<void>;
}

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  currentCaller(context.switchToHttp().getRequest()),
);

/** Handlers must not read the enterprise from a header. */
export const CurrentEnterprise = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerEnterprise => {
    const { enterprise } = context.switchToHttp().getRequest<Request>().context;
    if (!enterprise) throw new Error('The route has no enterprise');
    return enterprise;
  },
);

export const CurrentKey = createParamDecorator((_data: unknown, context: ExecutionContext): CallerKey => {
  const { key } = context.switchToHttp().getRequest<Request>().context;
  if (!key) throw new Error('The route has no API key');
  return key;
});

export function currentCaller(request: Request): Caller {
  const { enterprise, actor, checkAgain } = request.context;
  if (!enterprise || actor === undefined) throw new Error('The route has no caller');
  return { ...callerOf(request, enterprise.key, actor), ...(checkAgain && { checkAgain }) };
}

export function callerOf(request: Request, enterpriseKey: number, actor: string): Caller {
  return { enterpriseKey, actor, ...originOf(request) };
}

export function originOf(request: Request): Origin {
  return {
    address: clientAddress(request),
    requestId: request.context.requestId,
    isAbandoned: () => request.context.unavailable === 'answer_too_late',
  };
}

export function bearerToken(request: Request, missing: () => Error): string {
  if (isAuthorizedTwice(request)) throw invalidParameter('Authorization', 'should be sent once');
  const token = shownToken(request);
  if (token === undefined) throw missing();
  return token;
}

export function shownToken({ headers }: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/** Node keeps only the first header, but a proxy may have checked another one. */
function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  const isName = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization';
  return rawHeaders.filter(isName).length > 1;
}

/** Decodes the header as Latin-1 and as UTF-8, because clients send non-ASCII text in both ways. */
export function namedEnterprise(request: Request): readonly string[] {
  const value = request.headers['x-enterprise-id'];
  if (typeof value !== 'string' || value === '') throw new ApiError('missing_enterprise');
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  return isAscii ? [value] : [value, Buffer.from(value, 'latin1').toString('utf8')];
}
