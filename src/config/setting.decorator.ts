import { applyDecorators } from '@nestjs/common';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables bound with `@Setting`, without the standard variables of OpenTelemetry. */
const names = new Set<string>();
export const SETTING_NAMES: ReadonlySet<string> = names;

export interface SettingValue {
  readonly shouldBe: string;
  readonly parse: (text: string, env: Environment) => unknown;
}

const WRONG = Symbol('wrong value');

export function Setting(name: string, { shouldBe, parse }: SettingValue): PropertyDecorator {
  if (!name.startsWith('OTEL_')) names.add(name);
  const message = `${name} should be ${shouldBe}`;
  return applyDecorators(
    Expose({ name }),
    Transform(({ value, obj }) => parse(value as string, obj as Environment) ?? WRONG),
    ValidateBy({
      name: 'setting',
      validator: { validate: (value) => value !== WRONG, defaultMessage: () => message },
    }),
  );
}

/** Treats an empty variable as absent, because compose files and shells leave unset ones empty. */
export function readSettings<T extends object>(type: new () => T, env: Environment): [T, readonly string[]] {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const settings = plainToInstance(type, given, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const errors = validateSync(settings, { forbidUnknownValues: false });
  return [settings, errors.flatMap(({ constraints }) => Object.values(constraints ?? {}))];
}

/** Lists invalid variables and their expected values, but never the actual values. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}
