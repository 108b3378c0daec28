import type { AuditEvent } from '../api/records.js';

const COLUMNS = [
  'sequence',
  'at',
  'actor',
  'action',
  'api_key_id',
  'application',
  'details',
  'address',
  'request_id',
] as const;

/** The events as RFC 4180 has it, with the mark by which spreadsheets know UTF-8. */
export function auditCsv(events: readonly AuditEvent[]): string {
  const lines = events.map((event) =>
    COLUMNS.map((name) => {
      const value = event[name];
      return field(typeof value === 'object' ? JSON.stringify(value) : String(value));
    }).join(','),
  );
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/**
 * A spreadsheet takes a text that begins like a formula for one, and would run what somebody put into a name. An apostrophe
 * before it makes it a text again.
 */
function field(text: string): string {
  const harmless = /^\s*[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
