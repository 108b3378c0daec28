import { useState } from 'react';
import { api } from '../api/client.js';
import type { RetentionPreview, Settings } from '../api/types.js';
import { useResource } from '../api/hooks.js';
import { TextField } from '../design/fields/text-field.js';
import { useForm } from '../design/fields/use-form.js';
import { ResourceContent, Notice, ProblemNotice } from '../design/notices/notice.js';
import { FormDialog, ConfirmDialog } from '../design/page/dialogs/dialog.js';
import { useTexts } from '../texts/language.js';
import { useFormatTime } from '../time/use-format-time.js';

export interface SettingDialogProps {
  settings: Settings;
  onSaved: (message: string) => void;
  onClose: () => void;
}

const MAX_DAYS = 36_600;

/** Returns the number of days, null for an empty text, or undefined for an invalid one. */
function parseDays(text: string): number | null | undefined {
  const entered = text.trim();
  if (entered === '') return null;
  const days = /^\d{1,5}$/.test(entered) ? Number(entered) : 0;
  return days >= 1 && days <= MAX_DAYS ? days : undefined;
}

/** The form for data retention. An empty field keeps data indefinitely. It shows a preview before a purge. */
export function RetentionDialog({ settings, onSaved, onClose }: SettingDialogProps) {
  const { settings: texts, continueLabel } = useTexts();
  const [daysToConfirm, setDaysToConfirm] = useState<number>();
  const before = settings.retention_days;
  const save = async (days: number | null) => {
    await api.updateSettings({ retention_days: days });
    onSaved(texts.retentionSaved(days));
  };
  const form = useForm(before === null ? '' : String(before), async (text) => {
    const days = parseDays(text) ?? null;
    if (days === before) onClose();
    else if (days !== null && (before === null || days < before)) setDaysToConfirm(days);
    else await save(days);
  });
  const isInvalid = parseDays(form.values) === undefined;
  if (daysToConfirm !== undefined)
    return (
      <RetentionConfirmation days={daysToConfirm} onConfirm={() => save(daysToConfirm)} onClose={onClose} />
    );
  return (
    <FormDialog
      title={texts.changeRetention}
      form={form}
      isValid={!isInvalid}
      submitLabel={continueLabel}
      onClose={onClose}
    >
      <TextField
        label={texts.days}
        hint={texts.daysHint}
        value={form.values}
        onChange={form.setValues}
        isInvalid={form.isSubmitted && isInvalid}
        errorMessage={texts.daysInvalid(MAX_DAYS)}
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
  const resource = useResource(api.previewRetention(days));
  return (
    <ConfirmDialog
      title={texts.confirmRetention(days)}
      confirmLabel={texts.keepOnly(days)}
      isDangerous
      isConfirmDisabled={!resource.value}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ResourceContent state={resource}>{(preview) => <RecordsToPurge preview={preview} />}</ResourceContent>
    </ConfirmDialog>
  );
}

function RecordsToPurge({ preview }: { preview: RetentionPreview }) {
  const { settings: texts } = useTexts();
  const formatTime = useFormatTime();
  const { datausage, screentime, locations, counted_up_to: countLimit } = preview;
  if (datausage + screentime + locations === 0)
    return <p>{texts.nothingOlder(formatTime(preview.kept_from))}</p>;
  return (
    <>
      <p>{texts.older(formatTime(preview.kept_from))}</p>
      <ul>
        <li>{texts.removedUsage(datausage, datausage >= countLimit)}</li>
        <li>{texts.removedScreenTime(screentime, screentime >= countLimit)}</li>
        <li>{texts.removedLocations(locations, locations >= countLimit)}</li>
      </ul>
      <Notice kind="warning">{texts.cannotBeRestored}</Notice>
    </>
  );
}
