import 'reflect-metadata';
import { IsInt, IsOptional, IsString, Max } from 'class-validator';
import type { ApiError } from './api-error.js';
import { StrictValidationPipe } from './request-validation.js';

class Members {
  @IsString({ message: 'must be a string' })
  name: string;

  @IsOptional()
  @Max(9, { message: 'must be at most 9' })
  @IsInt({ message: 'must be a whole number' })
  size?: number;
}

const pipe = new StrictValidationPipe();
const checked = (body: unknown): Promise<unknown> =>
  pipe.transform(body, { type: 'body', metatype: Members });

async function problemsOf(body: unknown): Promise<unknown> {
  return checked(body).then(
    () => [],
    (error: unknown) => (error as ApiError).errors,
  );
}

it('names every problem in one error, one per member', async () => {
  expect(await problemsOf({ size: 'large', more: 1 })).toEqual([
    { parameter: 'more', detail: 'is not known here; known: name, size' },
    { parameter: 'name', detail: 'is required' },
    { parameter: 'size', detail: 'must be a whole number' },
  ]);
});

it('names the first 20 of many unknown members', async () => {
  const many = Array.from({ length: 5_000 }, (_none, at) => `m${at}`);
  const members = Object.fromEntries(many.map((name) => [name, 1]));
  expect(await problemsOf({ name: 'x', ...members })).toEqual(
    many.slice(0, 20).map((parameter) => ({ parameter, detail: 'is not known here; known: name, size' })),
  );
});

it('reports only the name and the valid values', async () => {
  const problems = JSON.stringify(await problemsOf({ name: { secret: 'value' }, size: 12_345 }));
  expect(problems).not.toMatch(/secret|value|12345/);
});

describe('a query', () => {
  const ofQuery = (query: object, metatype = Range): Promise<unknown> =>
    pipe.transform(query, { type: 'query', metatype });

  class Range {
    @IsOptional()
    @IsString({ message: 'must be a string' })
    from?: string;
  }

  class Other extends Range {}

  it('is validated once for each class, and its result is frozen', async () => {
    const first = await ofQuery({});
    expect(first).toBeInstanceOf(Range);
    expect(await ofQuery({})).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    const other = await ofQuery({ from: 'x' });
    expect(other).toEqual({ from: 'x' });
    expect(await ofQuery({ from: 'x' })).toBe(other);
    expect(await ofQuery({ from: 'y' })).toEqual({ from: 'y' });
    expect(await ofQuery({}, Other)).not.toBe(first);
  });

  it('is not cached if it is long, and not indefinitely', async () => {
    const long = { from: 'x'.repeat(1_000) };
    expect(await ofQuery(long)).not.toBe(await ofQuery(long));
    const first = await ofQuery({ from: 'first' });
    for (let at = 0; at < 1_000; at++) await ofQuery({ from: `other ${at}` });
    expect(await ofQuery({ from: 'first' })).not.toBe(first);
  });

  it('is refused every time if a required member is missing', async () => {
    for (let time = 0; time < 2; time++) {
      await expect(ofQuery({}, Members as never)).rejects.toMatchObject({
        errors: [{ parameter: 'name', detail: 'is required' }],
      });
    }
  });
});
