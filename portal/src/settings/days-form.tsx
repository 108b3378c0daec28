import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { ModalDialog } from '../design/page/dialogs/dialog.js';
import { DialogForm } from '../design/page/dialogs/entry-form.js';
import { useTexts } from '../texts/language.js';

interface Props {
  before: number | null;
  onWanted: (days: number | null) => Promise<void>;
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

/** The form for the days of retention. An empty field keeps data indefinitely. */
export function DaysForm({ before, onWanted, onClose }: Props) {
  const { settings: texts, form } = useTexts();
  const { entered, enter, isChanged, isSubmitted, isBusy, problem, submit } = useEntered(
    before === null ? '' : String(before),
    (text) => onWanted(daysIn(text) ?? null),
  );
  const isWrong = daysIn(entered) === undefined;
  return (
    <ModalDialog title={texts.changeKept} isOpen isChanged={isChanged} onClose={onClose}>
      <DialogForm
        confirm={isBusy ? form.busy : texts.goOn}
        onSubmit={() => submit(!isWrong)}
        onClose={onClose}
      >
        <Entry
          label={texts.days}
          hint={texts.daysHint}
          value={entered}
          onChange={enter}
          isInvalid={isSubmitted && isWrong}
          mistake={texts.daysMistake(MOST_DAYS)}
          autoComplete="off"
          inputMode="numeric"
          maxLength={6}
          autoFocus
        />
        {problem && <ProblemNotice problem={problem} />}
      </DialogForm>
    </ModalDialog>
  );
}
