import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { compareByLabel, FilterSelect, type Option } from '../../design/fields/select.js';
import { useSetSearchParams } from '../../session/use-search-param.js';

/** The values of filters by name. Omitted filters match everything. */
export type Filters<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

/**
 * Keeps filters in the URL, so that they survive a reload and can be shared.
 * @param parameters the search parameter of each filter, which differs between the tabs of a page
 */
export function useFilters<Name extends string>(
  parameters: Readonly<Record<Name, string>>,
): [Filters<Name>, (change: Filters) => void] {
  const [searchParams] = useSearchParams();
  const setSearchParams = useSetSearchParams();
  const entries = Object.entries<string>(parameters).flatMap(([name, parameter]) => {
    const value = searchParams.get(parameter);
    return value ? [[name, value]] : [];
  });
  const text = JSON.stringify(Object.fromEntries(entries));
  const filters = useMemo(() => JSON.parse(text) as Filters<Name>, [text]);
  const setFilters = (next: Filters) =>
    setSearchParams(
      Object.fromEntries(Object.entries(next).map(([name, value]) => [parameters[name as Name], value])),
    );
  return [filters, setFilters];
}

export interface FilterProps {
  filters: Filters;
  onChange: (change: Filters) => void;
}

interface FilterSelectsProps extends FilterProps {
  selects: readonly { name: string; label: string; allLabel: string; options: readonly Option[] }[];
}

/** The drop-down lists of filters, which the service applies. */
export function FilterSelects({ filters, onChange, selects }: FilterSelectsProps) {
  return selects.map(({ name, options, ...select }) => {
    const value = filters[name];
    // the URL may contain values that are not in the list, such as a deleted key
    const isUnknown = value !== undefined && options.every(({ id }) => id !== value);
    return (
      <FilterSelect
        key={name}
        {...select}
        value={value}
        options={[...options.toSorted(compareByLabel), ...(isUnknown ? [{ id: value, label: value }] : [])]}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  });
}
