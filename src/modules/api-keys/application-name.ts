import { ValidateBy, type ValidationArguments } from 'class-validator';
import { isVisibleThroughout } from '../../http/parameters/visible-text.js';

const MOST_CHARACTERS = 100;

/** The name of an application: 1 to 100 characters, all of which can be seen. */
export const IsApplicationName = (): PropertyDecorator =>
  ValidateBy({
    name: 'isApplicationName',
    validator: {
      validate: (value: unknown) => problemOf(value) === undefined,
      defaultMessage: (args?: ValidationArguments) => problemOf(args?.value) ?? '',
    },
  });

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || [...value].length > MOST_CHARACTERS)
    return `should be a text of 1 to ${MOST_CHARACTERS} characters`;
  if (!isVisibleThroughout(value)) return 'should hold no control, zero-width or direction characters';
  return undefined;
}
