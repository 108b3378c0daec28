import { useState } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.js';
import type { ApiKey, IssuedKey } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { useMayChange } from '../session/session.js';
import { afterDialogue } from '../design/dialogue.js';
import { Icon } from '../design/icon.js';
import { Loaded } from '../design/loaded.js';
import { Notice } from '../design/notice.js';
import { focusPageTitle, Page } from '../design/page.js';
import { useTexts } from '../texts/language.js';
import { IssuedKeys } from './issued-keys.js';
import { KeyDialogues, type KeyAction } from './key-dialogues.js';
import { KeysList } from './keys-list.js';

export function KeysPage() {
  const { keys: texts, readOnly } = useTexts();
  const mayChange = useMayChange();
  const loading = useResource(api.keys);
  const { resource } = loading;
  const latest = resource.state === 'ready' ? resource.value : [];
  const [action, setAction] = useState<KeyAction>();
  const [isOutdated, setOutdated] = useState(false);
  const [issued, setIssued] = useState<readonly IssuedKey[]>([]);
  const [news, setNews] = useState<string>();

  const forget = (id: string) => {
    setIssued((before) => before.filter((key) => key.id !== id));
    afterDialogue(focusPageTitle);
  };
  const start = (next: KeyAction) => {
    setAction(next);
    loading.reload(); // the dialog says when the key was last used
  };
  const settled = () => {
    setAction(undefined);
    setOutdated(false);
    loading.reload();
  };
  const outdated = () => {
    setOutdated(true);
    loading.reload();
  };
  const close = () => {
    // a change whose answer was lost may have been made after the list was last read
    if (isOutdated) settled();
    else setAction(undefined);
    if (action && 'key' in action && !latest.some(({ id }) => id === action.key.id))
      afterDialogue(focusPageTitle);
  };
  const done = {
    issued: (key: IssuedKey) => {
      setNews(undefined);
      setIssued((before) => [key, ...before.filter(({ id }) => id !== key.id)]);
      settled();
    },
    changed: (key: ApiKey) => {
      setNews(texts.saved(key.application));
      settled();
    },
    deleted: (key: ApiKey) => {
      setNews(texts.deleted(key.application));
      forget(key.id);
      settled();
    },
  };

  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={<IssuedKeys keys={issued} onDone={forget} />}
      actions={
        mayChange && (
          <Button className="button primary" onPress={() => start({ kind: 'create' })}>
            <Icon name="plus" />
            {texts.create}
          </Button>
        )
      }
    >
      {!mayChange && <Notice kind="info">{readOnly}</Notice>}
      {news && <Notice kind="success">{news}</Notice>}
      <Loaded loading={loading}>{(keys) => <KeysList keys={keys} onAction={start} />}</Loaded>
      <KeyDialogues action={action} latest={latest} done={done} onOutdated={outdated} onClose={close} />
    </Page>
  );
}
