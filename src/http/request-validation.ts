import {
  applyDecorators,
  Injectable,
  ValidationPipe,
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import { Transform } from 'class-transformer';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { invalidParameter, invalidParameters, notAcceptable, type ParameterProblem } from './api-error.js';
import { shortened } from './validators.js';

export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type FormatName = keyof typeof MEDIA_TYPES;

export const ROW_FORMATS = ['json', 'ndjson', 'csv'] as const satisfies FormatName[];
export const ALL_FORMATS = [...ROW_FORMATS, 'parquet'] as const;

/** Sets the formats of a handler. The default is JSON. */
export const Offers = Reflector.createDecorator<readonly FormatName[]>();

export const TakesAnyQuery = Reflector.createDecorator({ transform: () => true });

export const OptionalBody = Reflector.createDecorator({ transform: () => true });

/** Names the feed of a snapshot. In 1.2 the snapshot itself had these parameters. */
export const HasFeed = Reflector.createDecorator<string>();
const MOVED_TO_FEED = ['since', 'limit'];

const LISTS = Symbol('lists');

/** Turns a query parameter into a list: `name=a&name=b` or `name[]=a&name[]=b`. `itemsOf` splits each value. */
export const MayRepeat = (itemsOf = (value: string): string[] => [value]): PropertyDecorator =>
  applyDecorators(
    (prototype: object, name: string | symbol) => {
      Reflect.defineMetadata(LISTS, [...listsOf(prototype), name], prototype);
    },
    Transform(({ value }: { value: string | string[] }) => [value].flat().flatMap(itemsOf)),
  );

const listsOf = (prototype: object): readonly string[] =>
  (Reflect.getMetadata(LISTS, prototype) as string[] | undefined) ?? [];

/**
 * Rejects queries and bodies that a handler does not declare, because an ignored filter returns wrong data. Runs
 * after authentication and rate limits, so that the checks keep their order (docs/contract.md, 2.6).
 */
@Injectable()
export class ParametersGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.context.messageFault) throw request.context.messageFault;
    if (!isEmpty(request.body) && !declares(context, RouteParamtypes.BODY))
      throw invalidParameters([unknownMember('body')]);
    const handler = context.getHandler();
    if (this.reflector.getAllAndOverride(TakesAnyQuery, [handler, context.getClass()])) return true;
    if (request.url.includes('?')) {
      refuseMoved(request.query, this.reflector.get(HasFeed, handler));
      if (!declares(context, RouteParamtypes.QUERY)) refuseUnknown(Object.keys(request.query));
    }
    request.context.format = requestedFormat(request, this.reflector.get(Offers, handler));
    return true;
  }
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

function refuseMoved(query: Request['query'], feed: string | undefined): void {
  if (feed === undefined) return;
  const moved = MOVED_TO_FEED.filter((name) => name in query);
  if (moved.length > 0)
    throw invalidParameters(
      moved.map((parameter) => ({ parameter, detail: `is not known here; the changes are at ${feed}` })),
    );
}

function declares(context: ExecutionContext, type: RouteParamtypes): boolean {
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${type}:`));
}

/**
 * Prefers the parameter `format`, which the query class validates, to `Accept`. The offered types carry parameters,
 * because a range with a parameter, such as a charset, matches only types that have it.
 */
function requestedFormat(request: Request, offered: readonly FormatName[] = ['json']): FormatName {
  const { accept } = request.headers;
  const named = request.url.includes('?') ? request.query.format : undefined;
  if (named !== undefined) return offered.find((format) => format === named) ?? 'json';
  if (accept === undefined || accept === '*/*' || accept === MEDIA_TYPES.json) return 'json';
  const types = offered.map((format) => MEDIA_TYPES[format]);
  const accepted = request.accepts(types.map((type) => `${type}; charset=utf-8; header=present`));
  if (accepted === false) throw notAcceptable(types);
  return offered.find((format) => accepted.startsWith(MEDIA_TYPES[format])) ?? 'json';
}

/** Limits an error, because a client can invent any number of names. */
const MAX_NAMED = 20;

/** Cached queries per class, and the maximum length of a cached query in characters. */
const MAX_CACHED = 1_000;
const LONGEST_CACHED = 1_000;

/** Rejects undeclared members and reports all problems together. */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  /** Most queries repeat, and validation takes longer than writing a short response. */
  private readonly cached = new Map<ArgumentMetadata['metatype'], Map<string, Readonly<object>>>();

  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      validationError: { target: true }, // `problemOf` lists the members of its class
      exceptionFactory: (errors) => invalidParameters(errors.map(problemOf)),
    });
  }

  override async transform(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'body' && type !== 'query') return given; // path parameters and custom decorators
    if (type === 'query') return this.checkQuery(given, metadata);
    const isOptional = metatype !== undefined && Reflect.getMetadata(OptionalBody.KEY, metatype) === true;
    const value = isOptional ? (given ?? {}) : given;
    if (!isObject(value)) throw invalidParameter('body', 'must be a JSON object');
    return this.check(value, metadata);
  }

  private async checkQuery(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const text = JSON.stringify(given);
    const cached = this.cached.get(metadata.metatype) ?? new Map<string, Readonly<object>>();
    const hit = cached.get(text);
    if (hit) return hit;
    const checked = Object.freeze((await this.check(withLists(given, metadata), metadata)) as object);
    Object.values(checked).forEach(Object.freeze);
    if (text.length > LONGEST_CACHED) return checked;
    if (cached.size >= MAX_CACHED) cached.clear();
    this.cached.set(metadata.metatype, cached.set(text, checked));
    return checked;
  }

  /** Rejects names that Nest and class-transformer drop silently, and many names, before validation. */
  private check(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (isObject(value)) {
      const known = knownMembers(metadata.metatype);
      const unknown = Object.keys(value).filter((name) => !known.includes(name));
      const isMany = unknown.length > MAX_NAMED;
      refuseUnknown(isMany ? unknown : unknown.filter((name) => name in Object.prototype), metadata.metatype);
    }
    return super.transform(value, metadata);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges `name[]` into `name`, because many clients write lists in this form. */
function withLists(given: unknown, { metatype }: ArgumentMetadata): unknown {
  const query = given as Readonly<Record<string, string | string[] | undefined>>;
  const lists = listsOf((metatype?.prototype ?? {}) as object).filter((name) => `${name}[]` in query);
  if (lists.length === 0) return query;
  const others = Object.entries(query).filter(([name]) => !lists.some((list) => name === `${list}[]`));
  const merged = lists.map((name) => [name, [query[name] ?? [], query[`${name}[]`] ?? []].flat()]);
  return Object.fromEntries([...others, ...merged]) as unknown;
}

function unknownMember(parameter: string, type?: object): ParameterProblem {
  const known = knownMembers(type).join(', ');
  return {
    parameter: shortened(parameter),
    detail: `is not known here${known === '' ? '' : `; known: ${known}`}`,
  };
}

function knownMembers(type: object | undefined): string[] {
  if (typeof type !== 'function') return [];
  const members = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(members.map(({ propertyName }) => propertyName))];
}

function refuseUnknown(names: readonly string[], type?: object): void {
  if (names.length > 0)
    throw invalidParameters(names.slice(0, MAX_NAMED).map((name) => unknownMember(name, type)));
}

function problemOf({ property, value, target, constraints = {} }: ValidationError): ParameterProblem {
  if ('whitelistValidation' in constraints) return unknownMember(property, target?.constructor);
  if (value === undefined) return { parameter: property, detail: 'is required' };
  return { parameter: property, detail: Object.values(constraints).join('; ') };
}
