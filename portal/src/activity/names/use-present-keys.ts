import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { useResource } from '../../api/use-resource.js';
import type { PresentKeys } from './key-names.js';

export function usePresentKeys(): PresentKeys {
  const { resource } = useResource(api.keys());
  return useMemo(
    () =>
      resource.state === 'ready'
        ? new Map(resource.value.map(({ id, application }) => [id, application]))
        : undefined,
    [resource],
  );
}
