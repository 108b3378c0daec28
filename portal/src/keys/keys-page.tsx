import { api } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useMayChange } from '../session/session.js';
import { Icon } from '../design/icons/icon.js';
import { Loaded } from '../design/notices/loaded.js';
import { Notice } from '../design/notices/notice.js';
import { Page } from '../design/page/page.js';
import { useTexts } from '../texts/language.js';
import { KeysList } from './keys-list.js';
import { useKeyWork } from './use-key-work.js';
import { Button } from '../design/controls/button.js';

export function KeysPage() {
  const { keys: texts, readOnly } = useTexts();
  const mayChange = useMayChange();
  const loading = useResource(api.keys());
  const { value: feeds = [] } = useResource(api.keyFeeds());
  const { open, issued, news, dialog } = useKeyWork(loading);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={issued}
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
      {news}
      <Loaded loading={loading}>{(keys) => <KeysList keys={keys} feeds={feeds} onAction={open} />}</Loaded>
      {dialog}
    </Page>
  );
}
