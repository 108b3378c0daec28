import 'reflect-metadata';
import { IsInt, IsOptional, IsString, Max } from 'class-validator';
import type { ApiError } from '../errors/api-error.js';
import { checkMembers } from './check-members.js';

class Members {
  @IsString({ message: 'should be a text' })
  name: string;

  @IsOptional()
  @Max(9, { message: 'should be at most 9' })
  @IsInt({ message: 'should be a whole number' })
  size?: number;
}

function problemsOf(members: Readonly<Record<string, unknown>>): unknown {
  try {
    checkMembers(Members, members);
    return [];
  } catch (error) {
    return (error as ApiError).errors;
  }
}

it('brings an instance with what was given', () => {
  const checked = checkMembers(Members, { name: 'x', size: 3 });
  expect(checked).toBeInstanceOf(Members);
  expect(checked).toEqual({ name: 'x', size: 3 });
});

it('names every problem at once, one a member', () => {
  expect(problemsOf({ size: 'large', more: 1 })).toEqual([
    { parameter: 'more', detail: 'is not known here' },
    { parameter: 'name', detail: 'is required' },
    { parameter: 'size', detail: 'should be a whole number' },
  ]);
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'name2', ''])(
  'refuses a member named %j',
  (name) => {
    const members = JSON.parse(`{"name":"x",${JSON.stringify(name)}:1}`) as Record<string, unknown>;
    expect(problemsOf(members)).toEqual([{ parameter: name, detail: 'is not known here' }]);
  },
);

it('says of the problem nothing but the name and what the value should be', () => {
  const problems = JSON.stringify(problemsOf({ name: { secret: 'value' }, size: 12_345 }));
  expect(problems).not.toMatch(/secret|value|12345/);
});
