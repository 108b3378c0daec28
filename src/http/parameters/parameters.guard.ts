import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalidParameters, notAcceptable } from '../errors/api-error.js';
import { checkMembers, unknownMember, type MembersClass } from './check-members.js';

const QUERY_CLASS = Symbol('query class');

/** The query parameters of a route, checked and documented. Without this a route takes none. */
export const TakesQuery = (type: MembersClass): MethodDecorator =>
  applyDecorators(SetMetadata(QUERY_CLASS, type), ApiQuery({ type }));

const LENIENT = Symbol('lenient');

/** For pages, files and probes: any query, any format. */
export const TakesAnyQuery = (): MethodDecorator & ClassDecorator => SetMetadata(LENIENT, true);

declare module '../request/request-context.js' {
  interface RequestContext {
    query?: object;
    /** Why the path or the body could not be read: told only to whoever may send one. */
    messageFault?: Error;
  }
}

/** The checked query parameters, an instance of the class that `TakesQuery` names. */
export const CheckedQuery = createParamDecorator(
  (_data: unknown, context: ExecutionContext): object | undefined =>
    context.switchToHttp().getRequest<Request>().context.query,
);

/**
 * Refuses query parameters that a route does not know or that come twice: to ignore a filter silently is to answer with the
 * wrong data. Stands behind the guards of key and rate, so that the checks keep their order (docs/contract.md, 2.6).
 */
@Injectable()
export class ParametersGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.context.messageFault) throw request.context.messageFault;
    if (hasMembers(request.body) && !takesBody(context)) throw unwantedBody();
    const handlerAndClass = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(LENIENT, handlerAndClass)) return true;
    const type = this.reflector.get<MembersClass | undefined>(QUERY_CLASS, context.getHandler());
    if (type) request.context.query = checkMembers(type, { ...request.query });
    else if (request.url.includes('?')) refuseAll(request.query);
    if (!acceptsJson(request)) throw notAcceptable();
    return true;
  }
}

/** Nothing, null and an empty object ask for nothing. */
function hasMembers(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}

function takesBody(context: ExecutionContext): boolean {
  const parameters = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

const unwantedBody = (): Error => invalidParameters([{ parameter: 'body', detail: 'is not known here' }]);

function refuseAll(query: Request['query']): void {
  const names = Object.keys(query);
  if (names.length > 0) throw invalidParameters(names.map(unknownMember));
}

function acceptsJson(request: Request): boolean {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  // many clients name the encoding as well, and a range with a parameter covers only what has the same
  return request.accepts('application/json', 'application/json; charset=utf-8') !== false;
}
