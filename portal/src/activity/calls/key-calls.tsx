import { useState } from 'react';
import { api } from '../../api/client.js';
import type { KeyCall, KeyCallCount } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { formatCount } from '../../charts/format-amounts.js';
import { Button } from '../../design/controls/button.js';
import { ResourceContent } from '../../design/notices/notice.js';
import { Card } from '../../design/page/card.js';
import { DataTable } from '../../design/table/data-table.js';
import { SearchableTable } from '../../design/table/searchable-table.js';
import { matchesSearch } from '../../design/table/sorting.js';
import { useLanguage } from '../../texts/language.js';
import { useFormatTime } from '../../time/use-format-time.js';
import { reasonLabel, useCallColumns } from './call-columns.js';

/** The results of the calls with an API key, and its last failed calls. */
export function KeyCalls({ id }: { id: string }) {
  const { texts, locale } = useLanguage();
  const { audit, calls } = texts;
  const resource = useResource(api.keyCalls(id));
  const search = useState('');
  const columns = useCallColumns();
  const formatTime = useFormatTime();
  const outcomeLabel = ({ code }: KeyCallCount) =>
    code === '' ? calls.successful : reasonLabel(code, texts);
  const isFound = (call: KeyCall, text: string): boolean =>
    matchesSearch(
      text,
      formatTime(call.called_at),
      reasonLabel(call.code, texts),
      call.key_state ? calls.keyStates[call.key_state] : '',
      `${call.status} ${call.code} ${call.method} ${call.route} ${call.request_id} ${call.network}`,
    );
  return (
    <ResourceContent state={resource}>
      {({ counts, failed }) => (
        <>
          <Card
            title={calls.counts}
            actions={
              <Button icon="renew" onPress={resource.reload}>
                {calls.reload}
              </Button>
            }
          >
            <DataTable
              label={calls.counts}
              rows={counts}
              rowId={({ status, code }) => `${status} ${code}`}
              sorting={{ column: 'calls', isDescending: true }}
              empty={calls.none}
              columns={[
                {
                  id: 'what',
                  label: audit.outcome,
                  isHeader: true,
                  sortBy: outcomeLabel,
                  csvColumns: [[calls.code, ({ code }) => code]],
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
          <SearchableTable
            searchLabel={calls.search}
            search={search}
            isMatch={isFound}
            formatTotal={calls.total}
            label={calls.failed}
            rows={failed}
            rowId={({ id: call }) => call}
            columns={columns}
            sorting={{ column: 'when', isDescending: true }}
            empty={calls.noneFailed}
          />
        </>
      )}
    </ResourceContent>
  );
}
