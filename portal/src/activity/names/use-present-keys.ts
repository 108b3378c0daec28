import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { useResource } from '../../api/use-resource.js';
import type { PresentKeys } from './key-names.js';

export function usePresentKeys(): PresentKeys {
  const { value: keys } = useResource(api.keys());
  return useMemo(() => keys && new Map(keys.map(({ id, application }) => [id, application])), [keys]);
}
