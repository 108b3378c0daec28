import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { notAcceptable } from '../api-error.js';

/** The forms in which rows are served, by the name that the parameter `format` gives them. */
export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type FormatName = keyof typeof MEDIA_TYPES;

/** Those of every array. */
export const ROW_FORMATS = ['json', 'ndjson', 'csv'] as const satisfies FormatName[];
/** Those of arrays over all devices. */
export const FLEET_FORMATS = [...ROW_FORMATS, 'parquet'] as const;

declare module '../request-context.js' {
  interface RequestContext {
    /** The format of the rows that are asked for. */
    format?: FormatName;
  }
}

const OFFERED = Symbol('formats');

/** Marks a handler with the formats that it can answer in; without the mark it is JSON. */
export const Offers = (formats: readonly FormatName[]): MethodDecorator => SetMetadata(OFFERED, formats);

/**
 * The format that a request asks for: by `format`, which the class of the query judges, else by `Accept`. Many clients name the
 * encoding as well, and a range with a parameter covers only what has the same.
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
