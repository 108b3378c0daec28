import { api } from '../../api/client.js';
import { SearchBox, useSettled } from '../../design/fields/filters.js';
import { Load } from '../../design/notices/notice.js';
import { Card, Empty, Toolbar } from '../../design/page/card.js';
import { DataTable } from '../../design/table/data-table.js';
import { useSearch } from '../../design/table/searched.js';
import { useTexts } from '../../texts/language.js';
import { usePresentKeys } from '../names/use-present-keys.js';
import { AllCalls } from './all-calls.js';
import { CallFilters, useCallFilter } from './call-filters.js';
import { keyColumn, useCallColumns } from './calls-table.js';

/** Matches the request ids that the service accepts. */
const REQUEST_ID = /^[\w.:~-]{1,128}$/;

/** The failed calls of all keys, or those with one request id. */
export function FindCalls() {
  const { calls: texts } = useTexts();
  const [typed, type] = useSearch('request');
  const requestId = useSettled(typed).trim();
  const [filter, setFilter] = useCallFilter();
  const present = usePresentKeys();
  return (
    <Card kind="flush">
      <Toolbar>
        <SearchBox label={texts.find} value={typed} onChange={type} />
        {requestId === '' && <CallFilters filter={filter} present={present} onChange={setFilter} />}
      </Toolbar>
      {requestId === '' ? (
        <AllCalls filter={filter} present={present} />
      ) : REQUEST_ID.test(requestId) ? (
        <Found requestId={requestId} />
      ) : (
        <Empty>{texts.notFound}</Empty>
      )}
    </Card>
  );
}

function Found({ requestId }: { requestId: string }) {
  const texts = useTexts();
  const columns = useCallColumns();
  const present = usePresentKeys();
  return (
    <Load read={api.findCalls(requestId)}>
      {(calls) => (
        <DataTable
          label={texts.calls.failed}
          rows={calls}
          rowId={({ id }) => id}
          columns={[...columns, keyColumn(texts, present)]}
          sorting={{ column: 'when', descending: true }}
          empty={texts.calls.notFound}
        />
      )}
    </Load>
  );
}
