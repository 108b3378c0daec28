import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, ValidateBy } from 'class-validator';
import { tidyNetwork } from './networks.js';

export const MOST_NETWORKS = 50;

/** The list of a body in the form in which it is kept. What is no network stays, to be refused. */
const tidied = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value) ? value.map((item) => tidyOrSame(item)) : value;

const tidyOrSame = (item: unknown): unknown =>
  typeof item === 'string' ? (tidyNetwork(item) ?? item) : item;

const isNetwork = (item: unknown): boolean => typeof item === 'string' && tidyNetwork(item) !== undefined;

/** At most 50 addresses or CIDR ranges, each once. */
export const AreNetworks = (): PropertyDecorator =>
  applyDecorators(
    Transform(tidied),
    IsArray({ message: 'should be an array of networks' }),
    ArrayMaxSize(MOST_NETWORKS, { message: `should hold at most ${MOST_NETWORKS} networks` }),
    ValidateBy(
      { name: 'areNetworks', validator: { validate: isNetwork } },
      {
        each: true,
        message:
          'should hold only IPv4 and IPv6 addresses and CIDR ranges without bits behind their prefix, such as 203.0.113.0/24',
      },
    ),
    ArrayUnique({ message: 'should name each network once' }),
  );
