import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { useResource } from '../../api/hooks.js';
import { KeyLink } from '../../design/icons/links.js';
import type { ExistingKeys } from './key-names.js';

export function useExistingKeys(): ExistingKeys {
  const { value: keys } = useResource(api.keys());
  return useMemo(() => keys && new Map(keys.map(({ id, application }) => [id, application])), [keys]);
}

/** The name of an API key, as a link to its page unless the key is deleted. */
export function KeyName({
  id,
  name,
  existingKeys,
}: {
  id: string;
  name: string;
  existingKeys: ExistingKeys;
}) {
  return existingKeys?.has(id) ? <KeyLink id={id} name={name} /> : name;
}
