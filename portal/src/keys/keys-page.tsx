import { useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import { api } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useMayChange } from '../session/session.js';
import { Icon } from '../design/icons/icon.js';
import { Loaded, Notice } from '../design/notices/notice.js';
import { Page } from '../design/page/page.js';
import { useTexts } from '../texts/language.js';
import { Attention } from './attention/attention.js';
import { KeysList } from './keys-list.js';
import { LookupDialog } from './lookup-dialog.js';
import { useKeyWork } from './use-key-work.js';
import { Button } from '../design/controls/button.js';
import styles from './keys-page.module.css';

export function KeysPage() {
  const { keys: texts, readOnly } = useTexts();
  const mayChange = useMayChange();
  const loading = useResource(api.keys());
  const [isLookingUp, setLookingUp] = useState(false);
  const { open, issued, news, dialog } = useKeyWork(loading, { news: useNewsOfOtherPage() });
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={issued}
      actions={
        mayChange && (
          <div className={styles.actions}>
            <Button onPress={() => setLookingUp(true)}>
              <Icon name="search" />
              {texts.whichKey}
            </Button>
            <Button kind="primary" onPress={() => open({ kind: 'create' })}>
              <Icon name="plus" />
              {texts.create}
            </Button>
          </div>
        )
      }
    >
      {!mayChange && <Notice kind="info">{readOnly}</Notice>}
      {news}
      {loading.value && <Attention keys={loading.value} />}
      <Loaded loading={loading}>{(keys) => <KeysList keys={keys} onAction={open} />}</Loaded>
      {dialog}
      {isLookingUp && <LookupDialog onClose={() => setLookingUp(false)} />}
    </Page>
  );
}

/** Returns the message of a page that led here, such as that of a deleted key. A reload does not show it again. */
function useNewsOfOtherPage(): string | undefined {
  const { pathname, search, state } = useLocation() as Location<{ news?: string } | null>;
  const navigate = useNavigate();
  const [news] = useState(() => state?.news);
  useEffect(() => {
    if (state !== null) void navigate(pathname + search, { replace: true, state: null });
  }, [navigate, pathname, search, state]);
  return news;
}
