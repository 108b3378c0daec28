import type { Config, Limit } from '../config/config.js';
import { FAILURES_OF_AN_ADDRESS, MAX_BULK_AT_ONCE } from '../rate-limits/rate-limits.js';

export const CHANGELOG = 'CHANGELOG.md';

const introduction = (
  docs: string,
): string => `Read-only access to the managed devices of one enterprise. Begin with the [quick start](${docs}/guides/quick-start),
the [guides](${docs}/guides), or the [Postman collection](${docs}/postman.json).

Send two headers with every request: \`Authorization: Bearer <API_KEY>\` and \`x-enterprise-id: <ENTERPRISE_ID>\`. A key belongs to an
application and has a set of scopes. Each operation names the scope that it needs.

- A list is one complete, streamed response without pages. If a response fails midway, the server resets the connection.
- Timestamps are ISO 8601 with milliseconds and the offset of the enterprise's time zone.
- A string without a value is \`""\`. Any other field without a value is \`null\`.
- Accept unknown values in sets of known values.
- Integers are exact up to 2^53-1. Integers that can exceed 32 bits have the format \`int64\`.
- Arrays are available as JSON, NDJSON, and CSV, and those of all devices as Parquet. Use \`format\` or the \`Accept\` header.
- The routes that end with \`/changes\` return pages of what was added, changed, or deleted since a token. The first page needs no token.
- Every response to a valid key has \`X-Request-Id\`, \`RateLimit\`, and \`RateLimit-Policy\`, and during the last 14 days of a key
  \`X-Key-Expires-At\`.
- \`HEAD\` returns the headers of \`GET\`.
- Browsers cannot call the API from other sites (CORS), because everyone who opens the page could read the key. Call it from a server.`;

const ERRORS = `## Errors and retries

Errors are problem documents (RFC 9457). \`type\` is the address of a page with causes and fix. \`code\` is for programs, \`detail\` is for people, and \`request_id\` is for support requests.

| Status | What to do |
|---|---|
| 400, 404, 405, 406 | Change the request. Unknown and repeated query parameters are errors. |
| 401, 403 | Ask the administrator of the portal. The key, its scope, or the enterprise is wrong. |
| 410 | Restart the copy with \`since=beginning\`. |
| 429, 503 | Wait for the number of seconds in \`Retry-After\`, then retry. |
| 500 | Retry once or twice with a growing delay, then contact support. |
| connection reset | The response is truncated. Discard it and retry. |

All operations are read-only, so you can retry any request.`;

export function customerText(config: Config, root: string): string {
  return [
    introduction(`${root}/docs`),
    guides(`${root}/docs/guides`),
    limits(config),
    ERRORS,
    versions(`${root}/docs/${CHANGELOG}`),
  ].join('\n\n');
}

export const INTERNAL_TEXT = 'Internal routes for managing an enterprise. Not for customers.';

function limits({ rateLimit, rateLimitBulk, locationBulkMaxDays }: Config): string {
  const bulk =
    amount(rateLimitBulk) + (rateLimitBulk === 'off' ? '' : `, ${MAX_BULK_AT_ONCE} at the same time`);
  const failures = rateLimit === 'off' ? rateLimit : FAILURES_OF_AN_ADDRESS;
  return `## Limits

| What | Limit |
|---|---|
| Requests per key | ${amount(rateLimit)} |
| Bulk requests per key, which also count as requests | ${bulk} |
| Failed authentications per network address | ${amount(failures)} |
| Days per bulk request | ${locationBulkMaxDays} |

A window begins with its first request. The headers \`RateLimit-Policy\` and \`RateLimit\` contain the limits and the remaining requests. A request
over the limit gets 429 with \`Retry-After\`. The size of a response is not limited.`;
}

const amount = (limit: Limit): string =>
  limit === 'off' ? 'none' : `${limit.limit} in ${limit.seconds} seconds`;

const guides = (folder: string): string => `## Guides

[Quick start](${folder}/quick-start), [export all devices](${folder}/fleet-into-a-table) with curl, DuckDB, Python, and TypeScript, [keep a copy up to
date](${folder}/keep-a-copy), [generate a client](${folder}/generate-a-client), [load it with your tool](${folder}/load-with-your-tool),
[upgrade from 1.2](${folder}/upgrade-from-1.2), [limits, errors, and retries](${folder}/limits-errors-retries),
[agents](${folder}/agents), [API keys and users](${folder}/keys-and-people).`;

const versions = (changes: string): string => `## Versions and changes

The path contains the version, \`/api/v1/\`. New versions of the service can add operations, optional parameters, error codes, and values of open sets.
Fields are never removed and never change their meaning. Deprecated paths keep working. All changes: [CHANGELOG.md](${changes}).`;

export const TAGS: Readonly<Record<string, string>> = {
  Devices: 'The devices and their status.',
  'Data usage': 'Data usage per app and day.',
  'Screen time': 'Screen time per app and day.',
  Applications: 'Installed apps.',
  Locations: 'Locations of devices.',
  Enterprise: 'The enterprise of the key, and what the key may do.',
  'API keys': 'The API keys of an enterprise and their scopes.',
  Settings: 'Settings of the enterprise.',
  Audit: 'The audit log and its verification.',
  Activity: 'Requests and records per key and hour.',
  Data: 'The data of the customer API, for the pages of the portal.',
  Portal: 'Sign-in and sessions of the portal.',
  People: 'Users of the enterprise.',
  Account: 'The account of the user who is signed in.',
};
