import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { invalidParameters, type ParameterProblem } from '../errors/api-error.js';

export type MembersClass = new () => object;

export const unknownMember = (parameter: string): ParameterProblem => ({
  parameter,
  detail: 'is not known here',
});

/** Checks the members of a query or a body against a class and brings an instance of it; names every problem at once. */
export function checkMembers<T extends object>(
  type: new () => T,
  members: Readonly<Record<string, unknown>>,
): T {
  const values = plainToInstance(type, members);
  const errors = validateSync(values, {
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
  });
  // plainToInstance passes over what every object has, such as "constructor"
  const passedOver = Object.keys(members).filter((name) => !Object.hasOwn(values, name));
  if (errors.length + passedOver.length === 0) return values;
  throw invalidParameters([...errors.map(problemOf), ...passedOver.map(unknownMember)]);
}

function problemOf({ property, value, constraints = {} }: ValidationError): ParameterProblem {
  if ('whitelistValidation' in constraints) return unknownMember(property);
  if (value === undefined) return { parameter: property, detail: 'is required' };
  return { parameter: property, detail: Object.values(constraints).join('; ') };
}
