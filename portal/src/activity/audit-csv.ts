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

/**
 * Where a spreadsheet may see a formula begin: at the start, and after what it may take for the end of a cell, whatever
 * it passes over before the sign.
 */
const FORMULA = /(^|[;\t\r\n])([\s"\p{Cc}\p{Cf}]*)(?=[=+\-@|%＝＋－＠])/gu;

/** The first line of the file, with the mark by which spreadsheets know UTF-8. */
export const AUDIT_CSV_HEAD = `\uFEFF${COLUMNS.map(field).join(',')}\r\n`;

/** The events as RFC 4180 has it, a line for each. */
export function auditCsvLines(events: readonly AuditEvent[]): string {
  return events
    .map((event) => {
      const fields = COLUMNS.map((name) => {
        const value = event[name];
        return field(typeof value === 'object' ? JSON.stringify(value) : String(value));
      });
      return `${fields.join(',')}\r\n`;
    })
    .join('');
}

/** A spreadsheet would run what somebody put into a name. An apostrophe before the sign makes it a text. */
function field(text: string): string {
  return `"${text.replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`;
}
