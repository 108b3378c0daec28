import type { ExportRecord } from '../app/builders.js';
import { readRows, type Format } from '../formats/read-rows.js';
import type { Received } from '../http/http.js';
import type { FeedRoute } from './feed-routes.js';

/** The items of an answer, whole or of changes, as JSON has them. */
export const itemsOf = (
  { table }: FeedRoute,
  format: Format,
  received: Received,
  zone = 'UTC',
): Promise<ExportRecord[]> => readRows(format, received, { ...table, deleted: 'boolean' }, zone);
