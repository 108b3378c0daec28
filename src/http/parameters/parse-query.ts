import { parse, type ParsedUrlQuery } from 'node:querystring';

/** Express's own parser looks at the first thousand parameters alone, and what nobody looks at nobody refuses. */
export const parseQuery = (query: string): ParsedUrlQuery => parse(query, '&', '=', { maxKeys: 0 });
