import { Injectable, SetMetadata, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { invalidParameters, type ParameterProblem } from '../errors/api-error.js';

export const unknownMember = (parameter: string): ParameterProblem => ({
  parameter,
  detail: 'is not known here',
});

const OPTIONAL = Symbol('optional');

/** A body of this class asks for nothing where there is none. */
export const MayBeLeftOut = (): ClassDecorator => SetMetadata(OPTIONAL, true);

/** Nest's pipe for the queries and bodies of all routes: refuses what a class does not declare, and names every problem at once. */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  /** What a query without parameters comes to, for each class: most requests have none, and validating it takes longer than their answer's bytes. */
  private readonly empty = new Map<ArgumentMetadata['metatype'], Readonly<object>>();

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
    if (type === 'query' && isEmpty(given)) return this.empty.get(metatype) ?? this.keep(given, metadata);
    const value = given ?? (mayBeLeftOut(metatype) ? {} : given);
    if (type === 'body' && !isObject(value)) {
      throw invalidParameters([{ parameter: 'body', detail: 'should be a JSON object' }]);
    }
    if (isObject(value)) refusePrototypeNames(value);
    return super.transform(value, metadata);
  }

  private async keep(empty: object, metadata: ArgumentMetadata): Promise<object> {
    const checked = Object.freeze((await super.transform(empty, metadata)) as object);
    this.empty.set(metadata.metatype, checked);
    return checked;
  }
}

const mayBeLeftOut = (metatype: object | undefined): boolean =>
  metatype !== undefined && Reflect.getMetadata(OPTIONAL, metatype) === true;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): value is object => isObject(value) && Object.keys(value).length === 0;

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
