import { Injectable, SetMetadata, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { invalidParameter, invalidParameters, type ParameterProblem } from '../api-error.js';

export const unknownMember = (parameter: string): ParameterProblem => ({
  parameter,
  detail: 'is not known here',
});

/** Cached queries per class, and the maximum length of a cached query in characters. */
const [MOST_CACHED, LONGEST_CACHED] = [1_000, 1_000];

const OPTIONAL = Symbol('optional');

export const MayBeLeftOut = (): ClassDecorator => SetMetadata(OPTIONAL, true);

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
      exceptionFactory: (errors) => invalidParameters(errors.map(problemOf)),
    });
  }

  override async transform(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'body' && type !== 'query') return given; // path parameters and custom decorators
    if (type === 'query') return this.checkQuery(given, metadata);
    const value = given ?? (mayBeLeftOut(metatype) ? {} : given);
    if (!isObject(value)) throw invalidParameter('body', 'should be a JSON object');
    return this.check(value, metadata);
  }

  private async checkQuery(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const text = JSON.stringify(given);
    const cached = this.cached.get(metadata.metatype) ?? new Map<string, Readonly<object>>();
    const hit = cached.get(text);
    if (hit) return hit;
    const checked = Object.freeze((await this.check(given, metadata)) as object);
    if (text.length > LONGEST_CACHED) return checked;
    if (cached.size >= MOST_CACHED) cached.clear();
    this.cached.set(metadata.metatype, cached.set(text, checked));
    return checked;
  }

  private check(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (isObject(value)) refusePrototypeNames(value);
    return super.transform(value, metadata);
  }
}

const mayBeLeftOut = (metatype: object | undefined): boolean =>
  metatype !== undefined && Reflect.getMetadata(OPTIONAL, metatype) === true;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rejects names that Nest and class-transformer drop silently before validation. */
function refusePrototypeNames(members: object): void {
  const names = Object.keys(members).filter((name) => name in Object.prototype);
  if (names.length > 0) throw invalidParameters(names.map(unknownMember));
}

function problemOf({ property, value, constraints = {} }: ValidationError): ParameterProblem {
  if ('whitelistValidation' in constraints) return unknownMember(property);
  if (value === undefined) return { parameter: property, detail: 'is required' };
  return { parameter: property, detail: Object.values(constraints).join('; ') };
}
