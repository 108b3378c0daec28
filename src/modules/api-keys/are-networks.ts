import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { Refuses } from '../../http/validators.js';
import { tidyNetwork } from './networks.js';

export const MOST_NETWORKS = 50;

const tidied = (item: unknown): string | undefined =>
  typeof item === 'string' ? tidyNetwork(item) : undefined;

/** At most 50 addresses or CIDR ranges, each once, in the form in which they are kept. What is none stays, to be refused. */
export const AreNetworks = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map((item: unknown) => tidied(item) ?? item) : value,
    ),
    IsArray({ message: 'should be an array of networks' }),
    ArrayMaxSize(MOST_NETWORKS, { message: `should hold at most ${MOST_NETWORKS} networks` }),
    Refuses((list) =>
      Array.isArray(list) && list.every((item) => tidied(item) !== undefined)
        ? undefined
        : 'should hold only IPv4 and IPv6 addresses and CIDR ranges without bits behind their prefix, such as 203.0.113.0/24',
    ),
    ArrayUnique({ message: 'should name each network once' }),
  );
