import { useState } from 'react';
import { Form } from 'react-aria-components';
import { api } from '../../api/client.js';
import type { ApiKey } from '../../api/records.js';
import { useAttempt } from '../../api/use-attempt.js';
import { useResource } from '../../api/use-resource.js';
import { Button } from '../../design/controls/button.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { Dialogue, DialogueActions } from '../../design/page/dialogue.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';
import { useMistakes } from '../../design/fields/use-mistakes.js';
import { ScopeChoice } from '../scopes/scope-choice.js';
import { ChangeSummary } from './change-summary.js';
import { isAboutName, NameField } from './name-field.js';
import { KeyTerms, useTermsMistakes } from '../terms/key-terms.js';
import { draftOf, isName, wantedOf, type Draft, type WholeKey } from '../terms/wanted.js';

interface Props {
  /** Absent for a new key. */
  edited?: ApiKey;
  onSave: (wanted: WholeKey) => Promise<void>;
  onClose: () => void;
}

/** What a key is called, what it may read, and on which terms. */
export function KeyForm({ edited, onSave, onClose }: Props) {
  const { form, cancel } = useTexts();
  const { time_zone: zone } = useSession();
  const { value: conditions } = useResource(api.keyConditions());
  const [draft, setDraft] = useState<Draft>(() => draftOf(edited, zone));
  const { application, scopes } = draft;
  const [tried, setTried] = useState<Draft>();
  const isTried = tried !== undefined;
  const { shown, refuse } = useMistakes();
  const wanted = wantedOf(draft, edited, zone);
  const { isBusy, problem: failure, attempt, forget } = useAttempt(() => onSave(wanted));
  // a problem is about what was sent: it goes as soon as something else is entered
  const problem = tried === draft ? failure : undefined;
  const mistakes = useTermsMistakes(draft, edited, conditions, problem);
  const isInTerms = Object.values(mistakes).some((mistake) => mistake !== undefined);
  const enter = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    forget();
  };
  const submit = async () => {
    setTried(draft);
    const isRight = isName(application) && scopes.length > 0 && !isInTerms;
    if (!isRight || !(await attempt())) refuse();
  };
  return (
    <Dialogue
      title={edited ? form.editTitle(edited.application) : form.createTitle}
      isOpen
      isWide
      onClose={onClose}
    >
      <Form
        ref={shown}
        className={fields.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NameField
          value={application}
          problem={problem}
          isTried={isTried}
          onChange={(name) => enter({ application: name })}
        />
        <ScopeChoice
          value={scopes}
          isMissing={isTried && scopes.length === 0}
          onChange={(chosen) => enter({ scopes: chosen })}
        />
        <KeyTerms
          draft={draft}
          isNew={!edited}
          conditions={conditions}
          mistakes={isTried ? mistakes : {}}
          onChange={enter}
        />
        {edited && <ChangeSummary before={edited} after={wanted} />}
        {problem && !isAboutName(problem) && !isInTerms && <ProblemNotice problem={problem} />}
        <DialogueActions>
          <Button onPress={onClose}>{cancel}</Button>
          <Button type="submit" kind="primary">
            {isBusy ? form.busy : edited ? form.save : form.create}
          </Button>
        </DialogueActions>
      </Form>
    </Dialogue>
  );
}
