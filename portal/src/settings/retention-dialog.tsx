import { useState } from 'react';
import { api } from '../api/client.js';
import type { RetentionPreview, Settings } from '../api/records.js';
import { useResource } from '../api/hooks.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { Loaded, Notice, ProblemNotice } from '../design/notices/notice.js';
import { FormDialog, Question } from '../design/page/dialogs/dialog.js';
import { useTexts } from '../texts/language.js';
import { useAbsoluteTime } from '../time/use-absolute-time.js';

export interface SettingDialogProps {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

const MOST_DAYS = 36_600;

/** Returns the number of days, null for an empty text, or undefined for an invalid one. */
function daysIn(text: string): number | null | undefined {
  const entered = text.trim();
  if (entered === '') return null;
  const days = /^\d{1,5}$/.test(entered) ? Number(entered) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : undefined;
}

/** The form for data retention. An empty field keeps data indefinitely. It shows a preview before a purge. */
export function RetentionDialog({ settings, onSaved, onClose }: SettingDialogProps) {
  const { settings: texts, goOn } = useTexts();
  const [wanted, setWanted] = useState<number>();
  const before = settings.retention_days;
  const save = async (days: number | null) => {
    if (days !== before) await api.updateSettings({ retention_days: days });
    onSaved(texts.keptSaved(days));
  };
  const form = useEntered(before === null ? '' : String(before), async (text) => {
    const days = daysIn(text) ?? null;
    if (days !== null && (before === null || days < before)) setWanted(days);
    else await save(days);
  });
  const isWrong = daysIn(form.entered) === undefined;
  if (wanted !== undefined)
    return <RetentionConfirmation days={wanted} onConfirm={() => save(wanted)} onClose={onClose} />;
  return (
    <FormDialog title={texts.changeKept} form={form} isRight={!isWrong} confirm={goOn} onClose={onClose}>
      <Entry
        label={texts.days}
        hint={texts.daysHint}
        value={form.entered}
        onChange={form.enter}
        isInvalid={form.isSubmitted && isWrong}
        mistake={texts.daysMistake(MOST_DAYS)}
        autoComplete="off"
        inputMode="numeric"
        maxLength={6}
        autoFocus
      />
      {form.problem && <ProblemNotice problem={form.problem} />}
    </FormDialog>
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
