import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { notAcceptable } from '../api-error.js';

export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type FormatName = keyof typeof MEDIA_TYPES;

export const ROW_FORMATS = ['json', 'ndjson', 'csv'] as const satisfies FormatName[];
export const FLEET_FORMATS = [...ROW_FORMATS, 'parquet'] as const;

declare module '../request-context.js' {
  interface RequestContext {
    format?: FormatName;
  }
}

const OFFERED = Symbol('formats');

/** Sets the formats of a handler. The default is JSON. */
export const Offers = (formats: readonly FormatName[]): MethodDecorator => SetMetadata(OFFERED, formats);

/**
 * Prefers the parameter `format`, which the query class validates, to `Accept`. The offered types carry parameters, because a
 * range with a parameter, such as a charset, matches only types that have it.
 */
export function requestedFormat(request: Request, handler: object): FormatName {
  const { accept } = request.headers;
  const offered = (Reflect.getMetadata(OFFERED, handler) as readonly FormatName[] | undefined) ?? ['json'];
  if (request.url.includes('?')) {
    const { format: named } = request.query;
    if (named !== undefined) return offered.find((format) => format === named) ?? 'json';
  }
  if (accept === undefined || accept === '*/*' || accept === MEDIA_TYPES.json) return 'json';
  const types = offered.map((format) => MEDIA_TYPES[format]);
  const accepted = request.accepts(types.map((type) => `${type}; charset=utf-8; header=present`));
  if (accepted === false) throw notAcceptable(types);
  return offered.find((format) => accepted.startsWith(MEDIA_TYPES[format])) ?? 'json';
}
