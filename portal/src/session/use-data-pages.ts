import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../api/client.js';
import { outcomeOf } from '../api/problem.js';
import { useSession } from './session.js';

/**
 * Returns false if the user cannot open the Data pages, so that no link leads to them. Reads the setting at first and
 * when the user comes from the settings, where it may have changed.
 */
export function useDataPages(): boolean {
  const { role } = useSession();
  const isInSettings = useLocation().pathname.startsWith('/settings');
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    const abort = new AbortController();
    void outcomeOf(api.enterpriseSettings().load(abort.signal)).then(({ value: settings }) => {
      if (settings && !abort.signal.aborted) setOn(settings.data_pages);
    });
    return () => abort.abort();
  }, [isInSettings]);
  return isOn && role !== 'key_manager';
}
