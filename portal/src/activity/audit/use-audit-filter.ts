import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditFilter } from '../../api/records.js';
import { isDay } from '../../time/days.js';
import { useAddressChange } from '../../session/use-in-address.js';

export const OUTCOMES = ['done', 'refused'] as const;

/** The names of the address parameters. The requests on the same page have other parameters. */
const IN_ADDRESS = {
  actor: 'person',
  action: 'action',
  api_key_id: 'key',
  outcome: 'outcome',
  startdate: 'from',
  enddate: 'to',
} as const satisfies Record<keyof AuditFilter, string>;

const NAMES = Object.keys(IN_ADDRESS) as (keyof AuditFilter)[];
/** Ignores values in the address that the service does not accept. */
const KNOWN: Partial<Record<keyof AuditFilter, readonly string[]>> = { outcome: OUTCOMES };

/** Keeps the filters in the address, so that they survive a reload and can be shared. */
export function useAuditFilter(): [AuditFilter, (change: AuditFilter) => void] {
  const [parameters] = useSearchParams();
  const address = parameters.toString();
  const filter = useMemo(() => filterOf(new URLSearchParams(address)), [address]);
  const toAddress = useAddressChange();
  const change = (next: AuditFilter) =>
    toAddress(
      Object.fromEntries(
        Object.entries(next).map(([name, value]) => [IN_ADDRESS[name as keyof AuditFilter], value]),
      ),
    );
  return [filter, change];
}

export const NO_FILTER: AuditFilter = Object.fromEntries(NAMES.map((name) => [name, undefined]));

export const isFiltered = (filter: AuditFilter): boolean => NAMES.some((name) => filter[name] !== undefined);

function filterOf(parameters: URLSearchParams): AuditFilter {
  const given = NAMES.flatMap((name) => {
    const value = parameters.get(IN_ADDRESS[name]);
    const isUsable =
      value && (!name.endsWith('date') || isDay(value)) && (KNOWN[name]?.includes(value) ?? true);
    return isUsable ? [[name, value] as const] : [];
  });
  const filter: AuditFilter = Object.fromEntries(given);
  const { startdate, enddate, ...others } = filter;
  return startdate && enddate && startdate > enddate ? others : filter;
}
