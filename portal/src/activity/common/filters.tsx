import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { byLabel, FilterChoice, type Option } from '../../design/fields/choice.js';
import { useAddressChange } from '../../session/use-in-address.js';

/** The values of filters by name. Omitted filters match everything. */
export type Filters<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

/**
 * Keeps filters in the address, so that they survive a reload and can be shared.
 * @param parameters the names of the address parameters, which differ between the tabs of a page
 */
export function useFilters<Name extends string>(
  parameters: Readonly<Record<Name, string>>,
): [Filters<Name>, (change: Filters) => void] {
  const [address] = useSearchParams();
  const toAddress = useAddressChange();
  const given = Object.entries<string>(parameters).flatMap(([name, parameter]) => {
    const value = address.get(parameter);
    return value ? [[name, value]] : [];
  });
  const text = JSON.stringify(Object.fromEntries(given));
  const filters = useMemo(() => JSON.parse(text) as Filters<Name>, [text]);
  const change = (next: Filters) =>
    toAddress(
      Object.fromEntries(Object.entries(next).map(([name, value]) => [parameters[name as Name], value])),
    );
  return [filters, change];
}

export interface FilterProps {
  filters: Filters;
  onChange: (change: Filters) => void;
}

interface ChoicesProps extends FilterProps {
  choices: readonly { name: string; label: string; all: string; options: readonly Option[] }[];
}

/** The drop-down lists of filters, which the service applies. */
export function FilterChoices({ filters, onChange, choices }: ChoicesProps) {
  return choices.map(({ name, options, ...choice }) => {
    const value = filters[name];
    // the address may contain values that are not in the list, such as a deleted key
    const isMissing = value !== undefined && options.every(({ id }) => id !== value);
    return (
      <FilterChoice
        key={name}
        {...choice}
        value={value}
        options={[...options.toSorted(byLabel), ...(isMissing ? [{ id: value, label: value }] : [])]}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  });
}
