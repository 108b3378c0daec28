import { z } from 'zod';
import { ID_LENGTH } from '../../database/schema/columns.js';
import { invalidParameters, type ParameterProblem } from '../../http/api-error.js';
import { MAX_DEVICES, NO_DAY } from '../../http/list-query.dto.js';
import { shortened } from '../../http/validators.js';
import { parseDay } from '../../time/days.js';

export function text(description: string, most: number) {
  const error = `must be a string of 1 to ${most} characters`;
  // JSON Schema counts code points, and zod UTF-16 units
  return z
    .string({ error })
    .refine((value) => value !== '' && [...value].length <= most, error)
    .meta({ description, minLength: 1, maxLength: most });
}

export const deviceId = () => text('Identifier of a device.', ID_LENGTH);

/** As long as an identifier, so that every identifier can be found. */
export const query = (of: string) => text(`Part of the ${of}, ignoring case.`, ID_LENGTH).optional();

export const day = (which: string) =>
  z
    .string({ error: NO_DAY })
    .refine((value) => parseDay(value) !== undefined, NO_DAY)
    .describe(`${which} day, YYYY-MM-DD, in the enterprise's time zone.`);

export function limit(least: number, most: number, usual: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error, abort: true }).min(least, error).max(most, error).default(usual);
}

const DEVICES = `must be up to ${MAX_DEVICES} identifiers of devices, each once`;

export const deviceIds = () =>
  z
    .union([z.array(z.string()), z.string()], { error: DEVICES })
    .refine((value) => {
      const ids = [value].flat();
      return (
        ids.length > 0 && ids.length <= MAX_DEVICES && !ids.includes('') && new Set(ids).size === ids.length
      );
    }, DEVICES)
    .describe('Identifiers of devices. Default: all devices.')
    .transform((value) => [value].flat())
    .optional();

/** Returns the JSON Schema of arguments without `$schema`, which every client assumes. */
export function schemaOf(schema: z.ZodType): { type: 'object' } {
  const { $schema: _dialect, ...own } = z.toJSONSchema(schema, { io: 'input' });
  return own as { type: 'object' };
}

/** Throws an error that names each wrong argument and the fix. */
export function parseArguments<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown = {},
): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : '';
  throw invalidParameters(error.issues.flatMap((issue) => problemsOf(issue, given, known)));
}

function problemsOf(issue: z.core.$ZodIssue, given: unknown, known: string): ParameterProblem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ parameter: shortened(key), detail: `is not known; known: ${known}` }));
  const [name] = issue.path;
  if (name === undefined) return [{ parameter: 'arguments', detail: 'must be an object' }];
  const isMissing = (given as Readonly<Record<PropertyKey, unknown>>)[name] === undefined;
  return [
    { parameter: String(name), detail: isMissing ? `is required; it ${issue.message}` : issue.message },
  ];
}
