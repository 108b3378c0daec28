import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { invalidParameter, invalidParameters } from '../api-error.js';
import { requestedFormat } from './formats.js';
import { unknownMember } from './strict-validation.pipe.js';

const LENIENT = Symbol('lenient');

/** For pages, files and probes: any query, any format. */
export const TakesAnyQuery = (): MethodDecorator & ClassDecorator => SetMetadata(LENIENT, true);

declare module '../request-context.js' {
  interface RequestContext {
    /** Why the path or the body could not be parsed: answered after authentication. */
    messageFault?: Error;
  }
}

/**
 * Refuses what a route does not take: to ignore a filter silently is to answer with the wrong data. What a handler declares with
 * `@Query()` or `@Body()` is for the validation pipe. Stands behind the guards of key and rate, so that the checks keep their order
 * (docs/contract.md, 2.6).
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

/** Nothing, null and an empty object ask for nothing. */
function hasMembers(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}

/** Whether the handler has a parameter of this type. */
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
