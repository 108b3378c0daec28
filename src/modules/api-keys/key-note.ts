import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { isVisibleThroughout, tidyName } from '../../http/parameters/visible-text.js';

export const MOST_CHARACTERS = 500;
const LINES = /[\n\t]/g;

const tidied = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? tidyName(value.replaceAll('\r\n', '\n')) : value;

const isNote = (value: unknown): boolean =>
  typeof value === 'string' &&
  [...value].length <= MOST_CHARACTERS &&
  isVisibleThroughout(value.replace(LINES, ''));

/** A note of at most 500 characters, in lines, all of which can be seen. */
export const IsNote = (): PropertyDecorator =>
  applyDecorators(
    Transform(tidied),
    ValidateBy(
      { name: 'isNote', validator: { validate: isNote } },
      {
        message: `should be a text of at most ${MOST_CHARACTERS} characters, without control, zero-width or direction characters`,
      },
    ),
  );
