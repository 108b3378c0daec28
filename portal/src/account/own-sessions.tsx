import { useState } from 'react';
import { api } from '../api/client.js';
import type { OwnSession } from '../api/types.js';
import { Button } from '../design/controls/button.js';
import { Card } from '../design/page/card.js';
import { afterDialogCloses, ConfirmDialog } from '../design/page/dialogs/dialog.js';
import { Notice } from '../design/notices/notice.js';
import { focusPageTitle } from '../design/page/page.js';
import { type Column, timeColumn } from '../design/table/column.js';
import { DataTable } from '../design/table/data-table.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { useSessionControl } from '../session/session.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';

/** The user's sessions, with buttons that end one or all of them. */
export function OwnSessions({ sessions, onChanged }: { sessions: OwnSession[]; onChanged: () => void }) {
  const { account, keys } = useTexts();
  const { signOut } = useSessionControl();
  const [sessionToEnd, setSessionToEnd] = useState<OwnSession | 'all'>();
  const [successMessage, setSuccessMessage] = useState<string>();
  const signOutEverywhere = async () => {
    await api.endOwnSessions();
    await signOut();
  };
  const endSession = async (session: OwnSession) => {
    if (session.is_this) return signOut();
    await api.endOwnSession(session.id);
    // another dialog may be open when a late response arrives
    setSessionToEnd((current) => (current === session ? undefined : current));
    setSuccessMessage(account.ended);
    onChanged();
    afterDialogCloses(focusPageTitle);
  };
  const columns: Column<OwnSession>[] = [
    {
      id: 'device',
      label: account.browser,
      isHeader: true,
      sortBy: (session) => sessionName(session, account),
      cell: (session) => (
        <>
          {sessionName(session, account)}
          {session.is_this && <span className="muted"> ({account.thisSession})</span>}
        </>
      ),
    },
    {
      id: 'address',
      label: account.address,
      sortBy: ({ address }) => address,
      cell: ({ address }) => (address === '' ? account.unknown : address),
    },
    timeColumn('created', account.signedIn, ({ began_at: at }) => at),
    timeColumn('used', keys.lastUsed, ({ last_used_at: at }) => at),
    {
      id: 'actions',
      label: keys.actions,
      cell: (session) => (
        <RowActions>
          <RowAction
            icon="out"
            text={account.end}
            label={account.endOf(sessionName(session, account))}
            isDangerous
            onPress={() => setSessionToEnd(session)}
          />
        </RowActions>
      ),
    },
  ];
  return (
    <Card
      title={account.sessions}
      actions={<Button onPress={() => setSessionToEnd('all')}>{account.signOutEverywhere}</Button>}
    >
      {successMessage && <Notice kind="success">{successMessage}</Notice>}
      <DataTable label={account.sessions} rows={sessions} columns={columns} rowId={({ id }) => id} />
      {sessionToEnd === 'all' && (
        <ConfirmDialog
          title={account.signOutEverywhereTitle}
          confirmLabel={account.signOutEverywhere}
          onConfirm={signOutEverywhere}
          onClose={() => setSessionToEnd(undefined)}
        >
          <p>{account.signOutEverywhereText}</p>
        </ConfirmDialog>
      )}
      {sessionToEnd && sessionToEnd !== 'all' && (
        <ConfirmDialog
          title={account.endTitle}
          confirmLabel={account.end}
          onConfirm={() => endSession(sessionToEnd)}
          onClose={() => setSessionToEnd(undefined)}
        >
          <p className="strong">{sessionName(sessionToEnd, account)}</p>
          <p>{sessionToEnd.is_this ? account.endOwnText : account.endText}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Returns a name such as "Firefox on Linux". The service does not recognize every browser. */
function sessionName({ browser, system }: OwnSession, texts: Texts['account']): string {
  if (browser === '' || system === '') return browser || system || texts.unknown;
  return texts.onSystem(browser, system);
}
