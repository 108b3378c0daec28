import { useState } from 'react';
import { api } from '../api/client.js';
import { Problem } from '../api/problem.js';
import type { ApiKey } from '../api/records.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { KeyLink } from '../design/icons/links.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { DialogForm, ModalDialog } from '../design/page/dialogs/dialog.js';
import { useTexts } from '../texts/language.js';
import { KeyChips } from './state/key-chips.js';

/** Finds the application of a key that appeared in a log or a repository. */
export function LookupDialog({ onClose }: { onClose: () => void }) {
  const { form: formTexts, lookup: texts } = useTexts();
  const [found, setFound] = useState<ApiKey | 'none'>();
  const form = useEntered('', async (key) => setFound(await lookUp(key.trim())));
  const isMissing = form.entered.trim() === '';
  return (
    <ModalDialog title={texts.title} isOpen onClose={onClose}>
      <DialogForm
        shown={form.shown}
        confirm={form.isBusy ? formTexts.busy : texts.find}
        onSubmit={() => form.submit(!isMissing)}
        onClose={onClose}
      >
        <p>{texts.text}</p>
        <Entry
          label={texts.key}
          value={form.entered}
          onChange={(key) => {
            setFound(undefined);
            form.enter(key);
          }}
          isInvalid={form.isSubmitted && isMissing}
          mistake={texts.missing}
          isCode
          autoComplete="off"
          spellCheck="false"
          autoFocus
        />
        {form.problem && <ProblemNotice problem={form.problem} />}
        {found === 'none' && <Notice kind="info">{texts.notFound}</Notice>}
        {found && found !== 'none' && <FoundKey of={found} />}
      </DialogForm>
    </ModalDialog>
  );
}

function FoundKey({ of: key }: { of: ApiKey }) {
  const { lookup: texts } = useTexts();
  return (
    <Notice kind="success">
      <p>
        {texts.found} <KeyLink id={key.id} name={key.application} />
      </p>
      <KeyChips of={key} />
      <p>{texts.advice}</p>
    </Notice>
  );
}

async function lookUp(key: string): Promise<ApiKey | 'none'> {
  try {
    return await api.lookUpKey(key);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return 'none';
    throw error;
  }
}
