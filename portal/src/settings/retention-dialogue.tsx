import { useState } from 'react';
import { api } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { useTexts } from '../texts/language.js';
import { DaysForm } from './days-form.js';
import { RetentionConfirmation } from './retention-confirmation.js';

interface Props {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** How many days are kept: what that would remove is said before it is done. */
export function RetentionDialogue({ settings, onSaved, onClose }: Props) {
  const { settings: texts } = useTexts();
  const [wanted, setWanted] = useState<number>();
  const before = settings.retention_days;
  const save = async (days: number | null) => {
    if (days !== before) await api.updateSettings({ retention_days: days });
    onSaved(texts.keptSaved(days));
  };
  if (wanted !== undefined)
    return <RetentionConfirmation days={wanted} onConfirm={() => save(wanted)} onClose={onClose} />;
  const isLess = (days: number | null): days is number => days !== null && (before === null || days < before);
  return (
    <DaysForm
      before={before}
      onWanted={async (days) => (isLess(days) ? setWanted(days) : await save(days))}
      onClose={onClose}
    />
  );
}
