import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { Allow, IsOptional } from 'class-validator';
import { Refuses } from './validators.js';

const MAX_IDS = 100;

type Given = Readonly<Record<string, unknown>>;

function problemOf(ids: unknown): string | undefined {
  if (!Array.isArray(ids) || ids.length > MAX_IDS || ids.includes(''))
    return `must be sent up to ${MAX_IDS} times, each time with the identifier of a device`;
  return new Set(ids).size < ids.length ? 'must name each device once' : undefined;
}

/** Identifiers of devices: the parameter, or the parameter with `[]`, sent several times. Commas belong to an identifier. */
export const DeviceIds = (): PropertyDecorator => (target, property) => {
  const name = String(property);
  const list = `${name}[]`;
  const given = ({ obj }: { obj: Given }): unknown[] | undefined => {
    const ids = [obj[name] ?? [], obj[list] ?? []].flat();
    return name in obj || list in obj ? ids : undefined;
  };
  Allow()(target, list);
  applyDecorators(
    ApiPropertyOptional({
      description: `The identifiers of up to ${MAX_IDS} devices: send the parameter once for each. Unknown devices have no data. Default: all devices.`,
      type: [String],
      maxItems: MAX_IDS,
      example: ['tablet-1'],
    }),
    Expose(),
    Transform(given),
    IsOptional(),
    Refuses(problemOf),
  )(target, property);
};
