import { useState } from 'react';
import { api } from '../api/client.js';
import type { OwnSession } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Card } from '../design/page/card.js';
import { Question } from '../design/page/dialogs/question.js';
import type { Column } from '../design/table/column.js';
import { DataTable } from '../design/table/data-table.js';
import { momentColumn } from '../design/table/moment-column.js';
import { useSessionControl } from '../session/session.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';

/** The user's sessions, with a button that ends them all. */
export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const texts = useTexts();
  const { account } = texts;
  const { signOut } = useSessionControl();
  const [isAsked, setAsked] = useState(false);
  const leave = async () => {
    await api.endOwnSessions();
    await signOut();
  };
  return (
    <Card
      title={account.sessions}
      actions={<Button onPress={() => setAsked(true)}>{account.everywhere}</Button>}
    >
      <DataTable
        label={account.sessions}
        rows={sessions}
        columns={columnsOf(texts)}
        rowId={({ began_at: at, address, last_used_at: used }) => `${at} ${address} ${used}`}
      />
      {isAsked && (
        <Question
          title={account.everywhereTitle}
          confirm={account.everywhere}
          onConfirm={leave}
          onClose={() => setAsked(false)}
        >
          <p>{account.everywhereText}</p>
        </Question>
      )}
    </Card>
  );
}

function columnsOf({ account: texts, keys }: Texts): Column<OwnSession>[] {
  return [
    {
      id: 'address',
      label: texts.address,
      isHeader: true,
      sortBy: ({ address }) => address,
      cell: ({ address, is_this: isThis }) => (
        <>
          {address === '' ? texts.unknown : address}
          {isThis && <span className="muted"> ({texts.here})</span>}
        </>
      ),
    },
    momentColumn('created', texts.began, ({ began_at: at }) => at),
    momentColumn('used', keys.lastUsed, ({ last_used_at: at }) => at),
  ];
}
