import type { Config, Limit } from '../config/config.js';
import { MOST_BULK_AT_ONCE } from '../rate-limits/bulk-streams.js';
import { FAILURES_OF_AN_ADDRESS } from '../rate-limits/failed-authentication.js';

/** What changed, for partners to read. */
export const CHANGES = 'CHANGELOG.md';

/** What the documents say in prose. Every number in it is the one that this service goes by. */

const INTRODUCTION = `Read-only access to the managed devices of one enterprise.

Every request carries two headers: \`Authorization: Bearer <API_KEY>\` and \`x-enterprise-id: <ENTERPRISE_ID>\`. A key is issued for an
application and a set of scopes; each operation names the one it needs.

- A list answers with the whole result, streamed. It is complete or it is an error: a failure on the way breaks the connection.
- Timestamps are ISO 8601 with milliseconds and the offset of the enterprise's time zone.
- A string without a value is \`""\`; any other field without a value is \`null\`.
- Fields stand in the order in which they are documented. Sets of known values are open: accept others.
- Integers are exact up to 2^53-1; those that may exceed 32 bits have the format \`int64\`.
- Arrays are served as JSON, NDJSON and CSV, those over all devices as Parquet too: the same rows in the same order. \`format\` chooses, or else \`Accept\`.
- \`fields\` names those that are needed; all others are left out.
- \`HEAD\` answers as \`GET\` does, without the body.`;

const ERRORS = `## Errors and retries

Errors are problem documents (RFC 9457): \`code\` is for programs, \`detail\` for people, \`request_id\` for whoever you ask for help.

| Status | What to do |
|---|---|
| 400, 404, 405, 406 | Change the request. Unknown and repeated query parameters are errors too. |
| 401, 403 | Ask the administrator of the portal: the key, its scope or the enterprise is not the right one. |
| 429, 503 | Wait for the seconds in \`Retry-After\`, then send the same request again. |
| 500 | Try again once or twice, each time after a longer pause; then ask for help. |
| connection broken off | The answer is not complete: throw away what came, and send the same request again. |

Every operation only reads, so any request may be repeated.`;

/** `root` is where the service is served. */
export function customerText(config: Config, root: string): string {
  return [
    INTRODUCTION,
    guides(`${root}/docs/guides`),
    limits(config),
    ERRORS,
    versions(`${root}/docs/${CHANGES}`),
  ].join('\n\n');
}

export const INTERNAL_TEXT = 'How the keys of an enterprise are managed. Not for customers.';

function limits({ rateLimit, rateLimitBulk, locationBulkMaxDays }: Config): string {
  const bulk = amount(rateLimitBulk) + (rateLimitBulk === 'off' ? '' : `, ${MOST_BULK_AT_ONCE} at once`);
  const failures = rateLimit === 'off' ? rateLimit : FAILURES_OF_AN_ADDRESS;
  return `## Limits

| What | Limit |
|---|---|
| Requests of a key | ${amount(rateLimit)} |
| Bulk requests of a key, which count as requests too | ${bulk} |
| Failed authentications of a network address | ${amount(failures)} |
| Days of a bulk request | ${locationBulkMaxDays} |

A window begins with the first request in it. The headers \`RateLimit-Policy\` and \`RateLimit\` name the limits and what is left of them; a request
too many is 429 with \`Retry-After\`. No answer is cut into pages, and none has a largest size.`;
}

const amount = (limit: Limit): string =>
  limit === 'off' ? 'none' : `${limit.limit} in ${limit.seconds} seconds`;

const guides = (folder: string): string => `## Guides

[Quick start](${folder}/quick-start), [the fleet into a table](${folder}/fleet-into-a-table) with curl, DuckDB, Python and TypeScript, [keep a copy up to
date](${folder}/keep-a-copy), [limits, errors and retries](${folder}/limits-errors-retries), [keys and people](${folder}/keys-and-people).`;

const versions = (changes: string): string => `## Versions and changes

The version is part of the path, \`/api/v1/\`. Within it operations, optional parameters, error codes and values of open sets may be added; fields of an
answer neither go nor change their meaning. What is deprecated goes on answering. Every change: [CHANGELOG.md](${changes}).`;

/** What is behind each tag, in the order in which the documents show them. */
export const TAGS: Readonly<Record<string, string>> = {
  Devices: 'Which devices there are, and the state of each.',
  'Data usage': 'The data that each app moved on each day.',
  'Screen time': 'How long each app was in the foreground on each day.',
  Applications: 'The apps that are installed.',
  Locations: 'Where devices have been.',
  'API keys': 'The keys of an enterprise and what each may read.',
  Settings: 'What an enterprise has set for itself.',
  Audit: 'Who changed what, and proof that nothing of it was changed afterwards.',
  Activity: 'What each key read on each day.',
  Data: 'What a customer would get, for the pages of the portal.',
  Portal: 'Signing in to the portal and out of it.',
};
