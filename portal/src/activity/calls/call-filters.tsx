import { FoldedFilters } from '../../design/fields/filters.js';
import { useTexts } from '../../texts/language.js';
import { FilterChoices, type FilterProps } from '../common/filters.js';
import type { PresentKeys } from '../common/key-names.js';
import { reasonOf } from './calls-table.js';

const STATUSES = ['400', '401', '403', '404', '405', '406', '410', '429', '500', '503'];
const CODES = [
  'invalid_parameter',
  'invalid_sync_token',
  'sync_token_expired',
  'invalid_key',
  'missing_enterprise',
  'enterprise_mismatch',
  'address_not_allowed',
  'insufficient_scope',
  'mcp_not_allowed',
  'device_not_found',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'rate_limited',
  'broken_off',
  'internal_error',
  'unavailable',
];

export function CallFilters({ filters, present, onChange }: FilterProps & { present: PresentKeys }) {
  const texts = useTexts();
  const { calls } = texts;
  const keys = [...(present ?? [])].map(([id, label]) => ({ id, label }));
  const codes = CODES.map((id) => ({ id, label: reasonOf(id, texts) }));
  const statuses = STATUSES.map((id) => ({ id, label: id }));
  return (
    <FoldedFilters inUse={Object.keys(filters).length}>
      <FilterChoices
        filters={filters}
        onChange={onChange}
        choices={[
          { name: 'api_key_id', label: texts.keys.key, all: texts.keys.all, options: keys },
          { name: 'code', label: calls.reason, all: calls.allReasons, options: codes },
          { name: 'status', label: calls.status, all: calls.allStatuses, options: statuses },
        ]}
      />
    </FoldedFilters>
  );
}
