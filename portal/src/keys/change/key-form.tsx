import { useState } from 'react';
import { api } from '../../api/client.js';
import { type ApiKey, SCOPES } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { FormDialog } from '../../design/page/dialogs/dialog.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { TextField } from '../../design/fields/text-field.js';
import { useForm } from '../../design/fields/use-form.js';
import { LabeledCheckboxGroup } from '../scopes/scopes.js';
import { HiddenDataField } from '../protection/hidden-data-field.js';
import { VersionConflict, ChangeSummary } from './change-summary.js';
import { KeyOptionFields, useOptionErrors } from '../fields/key-option-fields.js';
import {
  type Draft,
  toDraft,
  isValidName,
  MAX_NAME_LENGTH,
  rebaseDraft,
  toKeyInput,
  type KeyInput,
} from '../fields/key-draft.js';

interface Props {
  /** Absent for a new key. */
  edited?: ApiKey;
  /** The current version of the edited key, which another user may have changed. */
  latest?: ApiKey;
  /** `before` is the version that the user has changed. */
  onSave: (input: KeyInput, before: ApiKey | undefined) => Promise<void>;
  onClose: () => void;
}

export function KeyForm({ edited: initialKey, latest, onSave, onClose }: Props) {
  const { form, keys, problems, scopes: scopeTexts } = useTexts();
  const { time_zone: zone } = useSession();
  const { value: conditions } = useResource(api.keyConditions());
  const [edited, setEdited] = useState(initialKey);
  const keyForm = useForm(toDraft(edited, zone), (draft) => onSave(toKeyInput(draft, edited, zone), edited));
  const { values: draft, isSubmitted, problem } = keyForm;
  const isNameTaken = problem?.code === 'application_exists';
  const hasNameError = isNameTaken || problem?.detailOf('application') !== undefined;
  const isConflict = problem?.code === 'api_key_changed';
  const { application, scopes } = draft;
  const updateDraft = (next: Partial<Draft>) => keyForm.setValues({ ...draft, ...next });
  const errors = useOptionErrors(draft, edited, conditions, problem);
  const continueWithLatest = (current: ApiKey, before: ApiKey) => {
    setEdited(current);
    keyForm.setValues(rebaseDraft(draft, before, current, zone));
  };
  const hasOptionErrors = Object.values(errors).some((error) => error !== undefined);
  return (
    <FormDialog
      title={edited ? keys.editOf(edited.application) : keys.create}
      isWide
      form={keyForm}
      isValid={isValidName(application) && scopes.length > 0 && !hasOptionErrors}
      submitLabel={edited ? form.save : keys.create}
      onClose={onClose}
    >
      <TextField
        label={form.name}
        hint={form.nameHint}
        value={application}
        onChange={(name) => updateDraft({ application: name })}
        isInvalid={hasNameError || (isSubmitted && !isValidName(application))}
        errorMessage={isNameTaken ? problems.byCode.application_exists : form.nameMissing}
        autoComplete="off"
        maxLength={2 * MAX_NAME_LENGTH} // counts UTF-16 code units, of which some characters have two
        isRequired
        autoFocus
      />
      <LabeledCheckboxGroup
        label={form.scopes}
        hint={form.scopesHint}
        errorMessage={isSubmitted && scopes.length === 0 ? form.scopesMissing : undefined}
        options={SCOPES}
        textsOf={(scope) => ({ label: scopeTexts[scope].label, hint: scopeTexts[scope].exposes })}
        value={scopes}
        onChange={(chosen) => updateDraft({ scopes: chosen })}
      />
      <HiddenDataField value={draft.hidden} onChange={(hidden) => updateDraft({ hidden })} />
      <KeyOptionFields
        draft={draft}
        isNew={!edited}
        conditions={conditions}
        errors={isSubmitted ? errors : {}}
        onChange={updateDraft}
      />
      {edited && <ChangeSummary before={edited} after={toKeyInput(draft, edited, zone)} />}
      {isConflict && edited && latest && latest.updated_at !== edited.updated_at ? (
        <VersionConflict
          latest={latest}
          formVersion={toKeyInput(rebaseDraft(draft, edited, latest, zone), latest, zone)}
          onContinue={() => continueWithLatest(latest, edited)}
        />
      ) : (
        problem && !hasNameError && !hasOptionErrors && <ProblemNotice problem={problem} />
      )}
    </FormDialog>
  );
}
