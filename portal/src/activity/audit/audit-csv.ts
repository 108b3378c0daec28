import type { AuditEvent } from '../../api/records.js';
import type { CsvColumn } from '../../design/download/csv.js';

const FIELDS = [
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

/** The fields of the events as the service returns them, all as text. */
export const AUDIT_COLUMNS = FIELDS.map((name): CsvColumn<AuditEvent> => [
  name,
  ({ [name]: value }) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
]);
