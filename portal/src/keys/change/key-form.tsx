import { useState } from 'react';
import { api } from '../../api/client.js';
import { type ApiKey, SCOPES } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { FormDialog } from '../../design/page/dialogs/dialog.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { Entry } from '../../design/fields/entry.js';
import { useEntered } from '../../design/fields/use-entered.js';
import { TickGroup } from '../scopes/scopes.js';
import { HiddenChoice } from '../protection/hidden-choice.js';
import { BothVersions, ChangeSummary } from './change-summary.js';
import { KeyTerms, useTermsMistakes } from '../terms/key-terms.js';
import {
  type Draft,
  draftOf,
  isName,
  MOST_CHARACTERS,
  moved,
  wantedOf,
  type WholeKey,
} from '../terms/wanted.js';

interface Props {
  /** Absent for a new key. */
  edited?: ApiKey;
  /** The current version of the edited key, which another user may have changed. */
  latest?: ApiKey;
  /** `before` is the version that the user has changed. */
  onSave: (wanted: WholeKey, before: ApiKey | undefined) => Promise<void>;
  onClose: () => void;
}

export function KeyForm({ edited: opened, latest, onSave, onClose }: Props) {
  const { form, keys, problems, scopes: scopeTexts } = useTexts();
  const { time_zone: zone } = useSession();
  const { value: conditions } = useResource(api.keyConditions());
  const [edited, setEdited] = useState(opened);
  const entry = useEntered(draftOf(edited, zone), (draft) => onSave(wantedOf(draft, edited, zone), edited));
  const { entered: draft, isSubmitted, problem } = entry;
  const isTaken = problem?.code === 'application_exists';
  const isAboutName = isTaken || problem?.about('application') !== undefined;
  const isOutdated = problem?.code === 'api_key_changed';
  const { application, scopes } = draft;
  const enter = (next: Partial<Draft>) => entry.enter({ ...draft, ...next });
  const mistakes = useTermsMistakes(draft, edited, conditions, problem);
  const takeLatest = (current: ApiKey, before: ApiKey) => {
    setEdited(current);
    entry.enter(moved(draft, before, current, zone));
  };
  const isInTerms = Object.values(mistakes).some((mistake) => mistake !== undefined);
  return (
    <FormDialog
      title={edited ? keys.editOf(edited.application) : keys.create}
      isWide
      form={entry}
      isRight={isName(application) && scopes.length > 0 && !isInTerms}
      confirm={edited ? form.save : keys.create}
      onClose={onClose}
    >
      <Entry
        label={form.name}
        hint={form.nameHint}
        value={application}
        onChange={(name) => enter({ application: name })}
        isInvalid={isAboutName || (isSubmitted && !isName(application))}
        mistake={isTaken ? problems.byCode.application_exists : form.nameMissing}
        autoComplete="off"
        maxLength={2 * MOST_CHARACTERS} // counts UTF-16 code units, of which some characters have two
        isRequired
        autoFocus
      />
      <TickGroup
        label={form.scopes}
        hint={form.scopesHint}
        mistake={isSubmitted && scopes.length === 0 ? form.scopesMissing : undefined}
        options={SCOPES}
        textsOf={(scope) => ({ label: scopeTexts[scope].label, hint: scopeTexts[scope].exposes })}
        value={scopes}
        onChange={(chosen) => enter({ scopes: chosen })}
      />
      <HiddenChoice value={draft.hidden} onChange={(hidden) => enter({ hidden })} />
      <KeyTerms
        draft={draft}
        isNew={!edited}
        conditions={conditions}
        mistakes={isSubmitted ? mistakes : {}}
        onChange={enter}
      />
      {edited && <ChangeSummary before={edited} after={wantedOf(draft, edited, zone)} />}
      {isOutdated && edited && latest && latest.updated_at !== edited.updated_at ? (
        <BothVersions
          latest={latest}
          own={wantedOf(moved(draft, edited, latest, zone), latest, zone)}
          onContinue={() => takeLatest(latest, edited)}
        />
      ) : (
        problem && !isAboutName && !isInTerms && <ProblemNotice problem={problem} />
      )}
    </FormDialog>
  );
}
