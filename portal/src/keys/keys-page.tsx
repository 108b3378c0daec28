import { useState } from 'react';
import { api } from '../api/client.js';
import type { IssuedKey } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { useMayChange } from '../session/session.js';
import { afterDialogue } from '../design/page/dialogue.js';
import { Icon } from '../design/signs/icon.js';
import { Loaded } from '../design/notices/loaded.js';
import { Notice } from '../design/notices/notice.js';
import { focusPageTitle, Page } from '../design/page/page.js';
import { useTexts } from '../texts/language.js';
import { IssuedKeys } from './issued/issued-keys.js';
import { KeyDialogue, type KeyAction } from './change/key-dialogue.js';
import { KeysList } from './keys-list.js';
import { Button } from '../design/controls/button.js';

export function KeysPage() {
  const { keys: texts, readOnly } = useTexts();
  const mayChange = useMayChange();
  const loading = useResource(api.keys());
  const { resource, reload } = loading;
  const { resource: followed } = useResource(api.keyFeeds());
  const [action, setAction] = useState<KeyAction>();
  const [isTried, setTried] = useState(false);
  const [issued, setIssued] = useState<readonly IssuedKey[]>([]);
  const [news, setNews] = useState<string>();
  const target = action && 'key' in action ? action.key : undefined;
  const latest = resource.state === 'ready' ? resource.value.find(({ id }) => id === target?.id) : undefined;

  const open = (next: KeyAction) => {
    setAction(next);
    setTried(false);
    reload(); // the dialog says when the key was last used
  };
  const tried = () => {
    setTried(true);
    reload();
  };
  const close = () => {
    setAction(undefined);
    if (isTried) reload(); // a change whose answer was lost may be made by now
    if (target && !latest) afterDialogue(focusPageTitle);
  };
  const forget = (id: string) => {
    setIssued((before) => before.filter((key) => key.id !== id));
    afterDialogue(focusPageTitle);
  };
  const issue = (key: IssuedKey) => {
    setIssued((before) => [key, ...before.filter(({ id }) => id !== key.id)]);
    say(undefined);
  };
  const say = (done: string | undefined) => {
    setNews(done);
    setAction(undefined);
  };

  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={<IssuedKeys keys={issued} onDone={forget} />}
      actions={
        mayChange && (
          <Button kind="primary" onPress={() => open({ kind: 'create' })}>
            <Icon name="plus" />
            {texts.create}
          </Button>
        )
      }
    >
      {!mayChange && <Notice kind="info">{readOnly}</Notice>}
      {news && <Notice kind="success">{news}</Notice>}
      <Loaded loading={loading}>
        {(keys) => (
          <KeysList keys={keys} feeds={followed.state === 'ready' ? followed.value : []} onAction={open} />
        )}
      </Loaded>
      {action && (
        <KeyDialogue
          action={action}
          latest={latest}
          onIssued={issue}
          onChanged={({ application }) => say(texts.saved(application))}
          onDeleted={({ id, application }) => {
            forget(id);
            say(texts.deleted(application));
          }}
          onOldKeyEnded={({ application }) => {
            say(texts.oldKeyEnded(application));
            afterDialogue(focusPageTitle);
          }}
          onTried={tried}
          onClose={close}
        />
      )}
    </Page>
  );
}
