import { useState } from 'react';
import { FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { useAttempt } from '../api/use-attempt.js';
import { Button } from '../design/controls/button.js';
import fields from '../design/fields/field.module.css';
import { ProblemNotice } from '../design/notices/notice.js';
import { Dialogue, DialogueActions } from '../design/page/dialogue.js';
import { useTexts } from '../texts/language.js';

interface Props {
  before: number | null;
  onWanted: (days: number | null) => Promise<void>;
  onClose: () => void;
}

const MOST_DAYS = 36_600;

/** The number, null for nothing entered, undefined for what is none. */
function daysIn(text: string): number | null | undefined {
  const entered = text.trim();
  if (entered === '') return null;
  const days = /^\d{1,5}$/.test(entered) ? Number(entered) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : undefined;
}

/** How many days are to be kept; none entered is for ever. */
export function DaysForm({ before, onWanted, onClose }: Props) {
  const { settings: texts, cancel, form } = useTexts();
  const [text, setText] = useState(before === null ? '' : String(before));
  const [isTried, setTried] = useState(false);
  const days = daysIn(text);
  const { isBusy, problem, attempt } = useAttempt(() => onWanted(days ?? null));
  return (
    <Dialogue title={texts.changeKept} isOpen onClose={onClose}>
      <Form
        className={fields.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (days !== undefined) void attempt();
        }}
      >
        <TextField
          className={fields.field}
          value={text}
          onChange={setText}
          isInvalid={isTried && days === undefined}
          autoFocus
        >
          <Label>{texts.days}</Label>
          <Input className={fields.entry} autoComplete="off" inputMode="numeric" maxLength={6} />
          <Text slot="description" className="hint">
            {texts.daysHint}
          </Text>
          <FieldError className="problem-text">{texts.daysMistake(MOST_DAYS)}</FieldError>
        </TextField>
        {problem && <ProblemNotice problem={problem} />}
        <DialogueActions>
          <Button onPress={onClose}>{cancel}</Button>
          <Button type="submit" kind="primary">
            {isBusy ? form.busy : texts.goOn}
          </Button>
        </DialogueActions>
      </Form>
    </Dialogue>
  );
}
