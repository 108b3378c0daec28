import { CollapsibleFilters } from '../../design/fields/filters.js';
import { useTexts } from '../../texts/language.js';
import { FilterSelects, type FilterProps } from '../common/filters.js';
import type { ExistingKeys } from '../common/key-names.js';
import { reasonLabel } from './call-columns.js';

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

export function CallFilters({
  filters,
  existingKeys,
  onChange,
}: FilterProps & { existingKeys: ExistingKeys }) {
  const texts = useTexts();
  const { calls } = texts;
  const keys = [...(existingKeys ?? [])].map(([id, label]) => ({ id, label }));
  const codes = CODES.map((id) => ({ id, label: reasonLabel(id, texts) }));
  const statuses = STATUSES.map((id) => ({ id, label: id }));
  return (
    <CollapsibleFilters activeCount={Object.keys(filters).length}>
      <FilterSelects
        filters={filters}
        onChange={onChange}
        selects={[
          { name: 'api_key_id', label: texts.keys.key, allLabel: texts.keys.all, options: keys },
          { name: 'code', label: calls.reason, allLabel: calls.allReasons, options: codes },
          { name: 'status', label: calls.status, allLabel: calls.allStatuses, options: statuses },
        ]}
      />
    </CollapsibleFilters>
  );
}
