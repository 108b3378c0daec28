import { useState } from 'react';
import { api } from '../api/client.js';
import type { OwnSession } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Card } from '../design/page/card.js';
import { afterDialog, Question } from '../design/page/dialogs/dialog.js';
import { Notice } from '../design/notices/notice.js';
import { focusPageTitle } from '../design/page/page.js';
import { type Column, momentColumn } from '../design/table/column.js';
import { DataTable } from '../design/table/data-table.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { useSessionControl } from '../session/session.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';

/** The user's sessions, with buttons that end one or all of them. */
export function OwnSessions({ sessions, onChanged }: { sessions: OwnSession[]; onChanged: () => void }) {
  const { account, keys } = useTexts();
  const { signOut } = useSessionControl();
  const [ending, setEnding] = useState<OwnSession | 'all'>();
  const [news, setNews] = useState<string>();
  const leave = async () => {
    await api.endOwnSessions();
    await signOut();
  };
  const end = async ({ id, is_this: isThis }: OwnSession) => {
    if (isThis) return signOut();
    await api.endOwnSession(id);
    setEnding(undefined);
    setNews(account.ended);
    onChanged();
    afterDialog(focusPageTitle);
  };
  const columns: Column<OwnSession>[] = [
    {
      id: 'device',
      label: account.browser,
      isHeader: true,
      sortBy: (session) => nameOf(session, account),
      cell: (session) => (
        <>
          {nameOf(session, account)}
          {session.is_this && <span className="muted"> ({account.here})</span>}
        </>
      ),
    },
    {
      id: 'address',
      label: account.address,
      sortBy: ({ address }) => address,
      cell: ({ address }) => (address === '' ? account.unknown : address),
    },
    momentColumn('created', account.began, ({ began_at: at }) => at),
    momentColumn('used', keys.lastUsed, ({ last_used_at: at }) => at),
    {
      id: 'actions',
      label: keys.actions,
      cell: (session) => (
        <RowActions>
          <RowAction
            icon="out"
            word={account.end}
            label={account.endOf(nameOf(session, account))}
            isDangerous
            onPress={() => setEnding(session)}
          />
        </RowActions>
      ),
    },
  ];
  return (
    <Card
      title={account.sessions}
      actions={<Button onPress={() => setEnding('all')}>{account.everywhere}</Button>}
    >
      {news && <Notice kind="success">{news}</Notice>}
      <DataTable label={account.sessions} rows={sessions} columns={columns} rowId={({ id }) => id} />
      {ending === 'all' && (
        <Question
          title={account.everywhereTitle}
          confirm={account.everywhere}
          onConfirm={leave}
          onClose={() => setEnding(undefined)}
        >
          <p>{account.everywhereText}</p>
        </Question>
      )}
      {ending && ending !== 'all' && (
        <Question
          title={account.endTitle}
          confirm={account.end}
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p className="strong">{nameOf(ending, account)}</p>
          <p>{ending.is_this ? account.endOwnText : account.endText}</p>
        </Question>
      )}
    </Card>
  );
}

/** Returns a name such as "Firefox on Linux". The service does not know every browser. */
function nameOf({ browser, system }: OwnSession, texts: Texts['account']): string {
  if (browser === '' || system === '') return browser || system || texts.unknown;
  return texts.onSystem(browser, system);
}
