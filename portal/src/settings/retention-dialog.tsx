import { useState } from 'react';
import { api } from '../api/client.js';
import type { RetentionPreview, Settings } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Loaded } from '../design/notices/loaded.js';
import { Notice } from '../design/notices/notice.js';
import { Question } from '../design/page/dialogs/question.js';
import { useTexts } from '../texts/language.js';
import { useAbsoluteTime } from '../time/use-absolute-time.js';
import { DaysForm } from './days-form.js';

interface Props {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog for data retention. It shows a preview before a purge. */
export function RetentionDialog({ settings, onSaved, onClose }: Props) {
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

interface ConfirmationProps {
  days: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation and shows the number of records that will be deleted. */
function RetentionConfirmation({ days, onConfirm, onClose }: ConfirmationProps) {
  const { settings: texts } = useTexts();
  const loading = useResource(api.previewRetention(days));
  return (
    <Question
      title={texts.confirmKept(days)}
      confirm={texts.keepOnly(days)}
      isDangerous
      isEarly={!loading.value}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Loaded loading={loading}>{(preview) => <Removed preview={preview} />}</Loaded>
    </Question>
  );
}

function Removed({ preview }: { preview: RetentionPreview }) {
  const { settings: texts } = useTexts();
  const absolute = useAbsoluteTime();
  const { datausage, screentime, locations, counted_up_to: most } = preview;
  if (datausage + screentime + locations === 0)
    return <p>{texts.nothingOlder(absolute(preview.kept_from))}</p>;
  return (
    <>
      <p>{texts.older(absolute(preview.kept_from))}</p>
      <ul>
        <li>{texts.removedUsage(datausage, datausage >= most)}</li>
        <li>{texts.removedScreenTime(screentime, screentime >= most)}</li>
        <li>{texts.removedLocations(locations, locations >= most)}</li>
      </ul>
      <Notice kind="warning">{texts.forGood}</Notice>
    </>
  );
}
