import { useState } from 'react';
import { api } from '../../api/client.js';
import type { KeyCall, KeyCallCount } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { formatCount } from '../../charts/amounts.js';
import { Button } from '../../design/controls/button.js';
import { Loaded } from '../../design/notices/notice.js';
import { Card } from '../../design/page/card.js';
import { DataTable } from '../../design/table/data-table.js';
import { SearchedTable } from '../../design/table/searched.js';
import { matches } from '../../design/table/sorting.js';
import { useLanguage } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { reasonOf, useCallColumns } from './calls-table.js';

/** The results of the calls with an API key, and its last failed calls. */
export function KeyCalls({ id }: { id: string }) {
  const { texts, locale } = useLanguage();
  const { audit, calls } = texts;
  const loading = useResource(api.keyCalls(id));
  const search = useState('');
  const columns = useCallColumns();
  const exactTime = useAbsoluteTime();
  const outcomeOf = ({ code }: KeyCallCount) => (code === '' ? calls.successful : reasonOf(code, texts));
  const isFound = (call: KeyCall, text: string): boolean =>
    matches(
      text,
      exactTime(call.called_at),
      reasonOf(call.code, texts),
      call.key_state ? calls.keyStates[call.key_state] : '',
      `${call.status} ${call.code} ${call.method} ${call.route} ${call.request_id} ${call.network}`,
    );
  return (
    <Loaded loading={loading}>
      {({ counts, failed }) => (
        <>
          <Card
            title={calls.counts}
            actions={
              <Button icon="renew" onPress={loading.reload}>
                {calls.reload}
              </Button>
            }
          >
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
          </Card>
          <SearchedTable
            searchLabel={calls.search}
            search={search}
            isFound={isFound}
            total={calls.total}
            label={calls.failed}
            rows={failed}
            rowId={({ id: call }) => call}
            columns={columns}
            sorting={{ column: 'when', descending: true }}
            empty={calls.noneFailed}
          />
        </>
      )}
    </Loaded>
  );
}
