import { useMemo, useState } from 'react';
import { api } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { useAttempt } from '../api/use-attempt.js';
import { Button } from '../design/controls/button.js';
import { Choice } from '../design/fields/choice.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { ModalDialog, DialogActions } from '../design/page/dialogs/dialog.js';
import { useTexts } from '../texts/language.js';

interface Props {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog for another time zone. It warns that past days change too. */
export function ZoneDialog({ settings, onSaved, onClose }: Props) {
  const { settings: texts, cancel, form } = useTexts();
  const before = settings.time_zone;
  const [zone, setZone] = useState(before);
  const options = useMemo(() => zonesWith(before).map((id) => ({ id, label: id })), [before]);
  const { isBusy, problem, attempt } = useAttempt(async () => {
    await api.updateSettings({ time_zone: zone });
    onSaved(texts.zoneSaved(zone));
  });
  return (
    <ModalDialog title={texts.changeZone} isOpen onClose={onClose}>
      <Choice label={texts.zone} value={zone} options={options} onChange={setZone} />
      <Notice kind="warning">{texts.pastMoves}</Notice>
      {problem && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={onClose}>{cancel}</Button>
        <Button kind="primary" onPress={() => (zone === before ? onClose() : void attempt())}>
          {isBusy ? form.busy : texts.changeZone}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

/** Returns the time zones of the browser, and the current one, which the browser may not support. */
const zonesWith = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort();
