import { ValidateBy } from 'class-validator';

const MOST_CHARACTERS = 100;

/** The name of an application: 1 to 100 characters, none of them a control character. */
export const IsApplicationName = (): PropertyDecorator =>
  ValidateBy({
    name: 'isApplicationName',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isApplicationName(value),
      defaultMessage: () => `should be a text of 1 to ${MOST_CHARACTERS} characters`,
    },
  });

function isApplicationName(text: string): boolean {
  return text !== '' && [...text].length <= MOST_CHARACTERS && text.isWellFormed() && !/\p{Cc}/u.test(text);
}
