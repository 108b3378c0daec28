import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CallFilter } from '../../api/records.js';
import { byLabel, FilterChoice, type Option } from '../../design/fields/choice.js';
import { FoldedFilters } from '../../design/fields/filters.js';
import { useAddressChange } from '../../session/use-in-address.js';
import { useTexts } from '../../texts/language.js';
import type { PresentKeys } from '../common/key-names.js';
import { reasonOf } from './calls-table.js';

/** The names of the address parameters. The other tabs of the page have other parameters. */
const IN_ADDRESS: Readonly<Record<keyof CallFilter, string>> = {
  api_key_id: 'calls_of',
  status: 'status',
  code: 'code',
};
const NAMES = Object.keys(IN_ADDRESS) as (keyof CallFilter)[];

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

/** Keeps the filters in the address, so that they survive a reload and can be shared. */
export function useCallFilter(): [CallFilter, (change: CallFilter) => void] {
  const [parameters] = useSearchParams();
  const toAddress = useAddressChange();
  const address = parameters.toString();
  const filter = useMemo((): CallFilter => {
    const given = new URLSearchParams(address);
    return Object.fromEntries(NAMES.map((name) => [name, given.get(IN_ADDRESS[name]) ?? undefined]));
  }, [address]);
  const change = (next: CallFilter) =>
    toAddress(
      Object.fromEntries(
        Object.entries(next).map(([name, value]: [string, string | undefined]) => [
          IN_ADDRESS[name as keyof CallFilter],
          value,
        ]),
      ),
    );
  return [filter, change];
}

interface Props {
  filter: CallFilter;
  present: PresentKeys;
  onChange: (change: CallFilter) => void;
}

/** The filters by API key, reason and status, all of which the service applies. */
export function CallFilters({ filter, present, onChange }: Props) {
  const texts = useTexts();
  const { activity, calls } = texts;
  const keys = [...(present ?? [])].map(([id, label]) => ({ id, label }));
  const codes = CODES.map((id) => ({ id, label: reasonOf(id, texts) }));
  const choice = (name: keyof CallFilter, label: string, all: string, options: Option[]) => {
    const value = filter[name];
    // the address may contain values that are not in the list, such as a deleted key
    const isMissing = value !== undefined && options.every(({ id }) => id !== value);
    return (
      <FilterChoice
        label={label}
        all={all}
        value={value}
        options={isMissing ? [...options, { id: value, label: value }] : options}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  };
  return (
    <FoldedFilters inUse={NAMES.filter((name) => filter[name] !== undefined).length}>
      {choice('api_key_id', activity.key, activity.allKeys, keys.toSorted(byLabel))}
      {choice('code', calls.reason, calls.allReasons, codes.toSorted(byLabel))}
      {choice(
        'status',
        calls.status,
        calls.allStatuses,
        STATUSES.map((id) => ({ id, label: id })),
      )}
    </FoldedFilters>
  );
}
