import { useEffect, useRef, useState } from 'react';
import { Button, FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { toProblem, type Problem } from '../api/problem.js';
import type { ApiKey, Scope } from '../api/records.js';
import { useFailure } from '../session/use-failure.js';
import { Dialogue } from '../design/dialogue.js';
import { ProblemNotice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { ChangeSummary } from './change-summary.js';
import { ScopeChoice } from './scope-choice.js';
import { showMistake } from './show-mistake.js';
import { isName, MOST_CHARACTERS, type Wanted } from './wanted.js';

interface Props {
  /** Absent for a new key. */
  edited?: ApiKey;
  onSave: (wanted: Wanted) => Promise<void>;
  onClose: () => void;
}

/** What a key is called and what it may read. */
export function KeyForm({ edited, onSave, onClose }: Props) {
  const { form, cancel } = useTexts();
  const [wanted, setWanted] = useState<Wanted>({
    application: edited?.application ?? '',
    scopes: edited?.scopes ?? [],
  });
  const { isBusy, problem, isTried, refusals, submit } = useSaving(wanted, onSave);
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) showMistake(shown.current);
  }, [refusals]);
  return (
    <Dialogue
      title={edited ? form.editTitle(edited.application) : form.createTitle}
      isOpen
      isWide
      onClose={onClose}
    >
      <Form
        ref={shown}
        className="form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NameField
          value={wanted.application}
          problem={problem}
          isTried={isTried}
          onChange={(application) => setWanted({ ...wanted, application })}
        />
        <ScopeChoice
          value={wanted.scopes}
          isMissing={isTried && wanted.scopes.length === 0}
          onChange={(scopes: Scope[]) => setWanted({ ...wanted, scopes })}
        />
        {edited && <ChangeSummary before={edited} after={wanted} />}
        {problem && !isAboutName(problem) && <ProblemNotice problem={problem} />}
        <div className="dialogue-actions">
          <Button className="button" onPress={onClose}>
            {cancel}
          </Button>
          <Button type="submit" className="button primary">
            {isBusy ? form.busy : edited ? form.save : form.create}
          </Button>
        </div>
      </Form>
    </Dialogue>
  );
}

interface NameProps {
  value: string;
  problem: Problem | undefined;
  isTried: boolean;
  onChange: (name: string) => void;
}

/** A browser counts the halves of which some characters are made. */
const MOST_UNITS = 2 * MOST_CHARACTERS;

function NameField({ value, problem, isTried, onChange }: NameProps) {
  const { form } = useTexts();
  const isTaken = problem?.code === 'application_exists';
  const isWrong = (isTried && !isName(value)) || (problem !== undefined && isAboutName(problem));
  return (
    <TextField className="field" value={value} onChange={onChange} isInvalid={isWrong} isRequired autoFocus>
      <Label>{form.name}</Label>
      <Input autoComplete="off" maxLength={MOST_UNITS} />
      <Text slot="description" className="hint">
        {form.nameHint}
      </Text>
      <FieldError className="problem-text">{isTaken ? form.nameTaken : form.nameMissing}</FieldError>
    </TextField>
  );
}

const isAboutName = (problem: Problem): boolean =>
  problem.code === 'application_exists' || problem.about('application') !== undefined;

/** A problem is about what was sent: it goes as soon as something else is entered. */
function useSaving(wanted: Wanted, onSave: (wanted: Wanted) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useFailure<{ problem: Problem; of: Wanted }>();
  const save = async () => {
    setBusy(true);
    try {
      await onSave({ application: wanted.application.trim(), scopes: wanted.scopes });
    } catch (error) {
      const problem = toProblem(error);
      setFailure(problem.isForSigningIn ? undefined : { problem, of: wanted });
      setBusy(false);
      refuse();
    }
  };
  const refuse = () => setRefusals((before) => before + 1);
  const submit = () => {
    setTried(true);
    if (!isName(wanted.application) || wanted.scopes.length === 0) refuse();
    else if (!isBusy) void save();
  };
  return { isBusy, isTried, refusals, submit, problem: failure?.of === wanted ? failure.problem : undefined };
}
