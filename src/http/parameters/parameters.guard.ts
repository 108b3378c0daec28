import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { invalidParameter, invalidParameters } from '../api-error.js';
import { requestedFormat } from './formats.js';
import { unknownMember } from './strict-validation.pipe.js';

const LENIENT = Symbol('lenient');

export const TakesAnyQuery = (): MethodDecorator & ClassDecorator => SetMetadata(LENIENT, true);

declare module '../request-context.js' {
  interface RequestContext {
    /** Error of a malformed path or body, sent after authentication. */
    messageFault?: Error;
  }
}

/**
 * Rejects queries and bodies that a handler does not declare, because an ignored filter returns wrong data. Runs after
 * authentication and rate limits, so that the checks keep their order (docs/contract.md, 2.6).
 */
@Injectable()
export class ParametersGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.context.messageFault) throw request.context.messageFault;
    if (hasMembers(request.body) && !declares(context, RouteParamtypes.BODY))
      throw invalidParameter('body', 'is not known here');
    const handlerAndClass = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(LENIENT, handlerAndClass)) return true;
    if (request.url.includes('?') && !declares(context, RouteParamtypes.QUERY)) refuseAll(request.query);
    request.context.format = requestedFormat(request, context.getHandler());
    return true;
  }
}

function hasMembers(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}

function declares(context: ExecutionContext, type: RouteParamtypes): boolean {
  const parameters = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${type}:`));
}

function refuseAll(query: Request['query']): void {
  const names = Object.keys(query);
  if (names.length > 0) throw invalidParameters(names.map(unknownMember));
}
