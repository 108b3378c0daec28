import { Injectable, SetMetadata, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { invalidParameter, invalidParameters, type ParameterProblem } from '../api-error.js';

export const unknownMember = (parameter: string): ParameterProblem => ({
  parameter,
  detail: 'is not known here',
});

/** Queries of a class that are remembered, and how long each may be. */
const [MOST_KNOWN, LONGEST_KNOWN] = [1_000, 1_000];

const OPTIONAL = Symbol('optional');

/** A body of this class asks for nothing where there is none. */
export const MayBeLeftOut = (): ClassDecorator => SetMetadata(OPTIONAL, true);

/** Nest's pipe for the queries and bodies of all routes: refuses what a class does not declare, and names every problem at once. */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  /** What queries came to, for each class: most are asked again and again, and validating one takes longer than a short answer's bytes. */
  private readonly known = new Map<ArgumentMetadata['metatype'], Map<string, Readonly<object>>>();

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
    if (type !== 'body' && type !== 'query') return given; // texts, and what our own decorators bring
    if (type === 'query') return this.checkQuery(given, metadata);
    const value = given ?? (mayBeLeftOut(metatype) ? {} : given);
    if (!isObject(value)) throw invalidParameter('body', 'should be a JSON object');
    return this.check(value, metadata);
  }

  private async checkQuery(given: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const text = JSON.stringify(given);
    const known = this.known.get(metadata.metatype) ?? new Map<string, Readonly<object>>();
    const before = known.get(text);
    if (before) return before;
    const checked = Object.freeze((await this.check(given, metadata)) as object);
    if (text.length > LONGEST_KNOWN) return checked;
    if (known.size >= MOST_KNOWN) known.clear();
    this.known.set(metadata.metatype, known.set(text, checked));
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

/** Nest drops "__proto__" and "constructor", and class-transformer the members of Object.prototype: they would not be refused. */
function refusePrototypeNames(members: object): void {
  const names = Object.keys(members).filter((name) => name in Object.prototype);
  if (names.length > 0) throw invalidParameters(names.map(unknownMember));
}

function problemOf({ property, value, constraints = {} }: ValidationError): ParameterProblem {
  if ('whitelistValidation' in constraints) return unknownMember(property);
  if (value === undefined) return { parameter: property, detail: 'is required' };
  return { parameter: property, detail: Object.values(constraints).join('; ') };
}
