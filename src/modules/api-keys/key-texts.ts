import { applyDecorators } from '@nestjs/common';
import { InForm, Refuses, isVisibleThroughout, tidyName } from '../../http/validators.js';

const MOST_NAME_CHARACTERS = 100;
export const MOST_NOTE_CHARACTERS = 500;
const LINES = /[\n\t]/g;

/** The name of an application: 1 to 100 characters, all of which can be seen. */
export const IsApplicationName = (): PropertyDecorator =>
  applyDecorators(
    InForm(tidyName),
    Refuses((name) => {
      if (typeof name !== 'string' || name === '' || [...name].length > MOST_NAME_CHARACTERS)
        return `should be a text of 1 to ${MOST_NAME_CHARACTERS} characters`;
      return isVisibleThroughout(name)
        ? undefined
        : 'should hold no control, zero-width or direction characters';
    }),
  );

/** A note of at most 500 characters, in lines, all of which can be seen. */
export const IsNote = (): PropertyDecorator =>
  applyDecorators(
    InForm((note) => tidyName(note.replaceAll('\r\n', '\n'))),
    Refuses((note) =>
      typeof note === 'string' &&
      [...note].length <= MOST_NOTE_CHARACTERS &&
      isVisibleThroughout(note.replace(LINES, ''))
        ? undefined
        : `should be a text of at most ${MOST_NOTE_CHARACTERS} characters, without control, zero-width or direction characters`,
    ),
  );
