import { useState } from 'react';
import { api } from '../../api/client.js';
import type { KeyCall, KeyCallCount } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { formatCount } from '../../charts/amounts.js';
import { Button } from '../../design/controls/button.js';
import { Icon } from '../../design/icons/icon.js';
import { Loaded } from '../../design/notices/notice.js';
import { Card } from '../../design/page/card.js';
import { DataTable } from '../../design/table/data-table.js';
import { SearchedTable } from '../../design/table/searched.js';
import { matches } from '../../design/table/sorting.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { reasonOf, useCallColumns } from './calls-table.js';

/** The results of the calls with an API key. */
export function KeyCalls({ id }: { id: string }) {
  const { calls: texts } = useTexts();
  const loading = useResource(api.keyCalls(id));
  return (
    <Loaded loading={loading}>
      {({ counts, failed }) => (
        <>
          <Card
            title={texts.counts}
            actions={
              <Button onPress={loading.reload}>
                <Icon name="renew" />
                {texts.reload}
              </Button>
            }
          >
            <Counts counts={counts} />
          </Card>
          <Failed calls={failed} />
        </>
      )}
    </Loaded>
  );
}

function Counts({ counts }: { counts: readonly KeyCallCount[] }) {
  const { texts, locale } = useLanguage();
  const { audit, calls } = texts;
  const outcomeOf = ({ code }: KeyCallCount) => (code === '' ? calls.successful : reasonOf(code, texts));
  return (
    <DataTable
      label={calls.counts}
      rows={counts}
      rowId={({ status, code }) => `${status} ${code}`}
      sorting={{ column: 'calls', descending: true }}
      empty={calls.none}
      columns={[
        {
          id: 'what',
          label: audit.outcome,
          isHeader: true,
          sortBy: outcomeOf,
          inFile: [[calls.code, ({ code }) => code]],
        },
        { id: 'status', label: calls.status, sortBy: ({ status }) => status },
        {
          id: 'calls',
          label: calls.calls,
          isNumber: true,
          sortBy: (row) => row.calls,
          cell: (row) => formatCount(row.calls, locale),
        },
      ]}
    />
  );
}

function Failed({ calls }: { calls: readonly KeyCall[] }) {
  const texts = useTexts();
  const columns = useCallColumns();
  const exactTime = useAbsoluteTime();
  const isFound = (call: KeyCall, search: string): boolean =>
    matches(
      search,
      exactTime(call.called_at),
      reasonOf(call.code, texts),
      call.key_state ? texts.calls.keyStates[call.key_state] : '',
      `${call.status} ${call.code} ${call.method} ${call.route} ${call.request_id} ${call.network}`,
    );
  return (
    <SearchedTable
      searchLabel={texts.calls.search}
      search={useState('')}
      isFound={isFound}
      total={texts.calls.total}
      label={texts.calls.failed}
      rows={calls}
      rowId={({ id }) => id}
      columns={columns}
      sorting={{ column: 'when', descending: true }}
      empty={texts.calls.noneFailed}
    />
  );
}
