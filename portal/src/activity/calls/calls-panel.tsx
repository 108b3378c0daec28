import { api } from '../../api/client.js';
import type { KeyCallPage } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useSettled } from '../../design/fields/filters.js';
import { Load } from '../../design/notices/notice.js';
import { Card, Empty, Toolbar } from '../../design/page/card.js';
import { DataTable, TableFoot } from '../../design/table/data-table.js';
import { useSearch } from '../../design/table/searched.js';
import { useTexts } from '../../texts/language.js';
import { type Filters, useFilters } from '../common/filters.js';
import type { PresentKeys } from '../common/key-names.js';
import { PagedTable, usePages } from '../common/pages.js';
import { usePresentKeys } from '../common/present-keys.js';
import { CallFilters } from './call-filters.js';
import { keyColumn, useCallColumns } from './calls-table.js';

/** Matches the request ids that the service accepts. */
const REQUEST_ID = /^[\w.:~-]{1,128}$/;

/** The names of the address parameters. The other tabs of the page have other parameters. */
const IN_ADDRESS = { api_key_id: 'calls_of', status: 'status', code: 'code' };

/** The failed calls of all keys, or those with one request id. */
export function FindCalls() {
  const { calls: texts } = useTexts();
  const [typed, type] = useSearch('request');
  const requestId = useSettled(typed).trim();
  const [filters, setFilters] = useFilters(IN_ADDRESS);
  const present = usePresentKeys();
  return (
    <Card kind="flush">
      <Toolbar>
        <SearchBox label={texts.request} value={typed} onChange={type} />
        {requestId === '' && <CallFilters filters={filters} present={present} onChange={setFilters} />}
      </Toolbar>
      {requestId === '' ? (
        <AllCalls filters={filters} present={present} />
      ) : REQUEST_ID.test(requestId) ? (
        <Found requestId={requestId} present={present} />
      ) : (
        <Empty>{texts.notFound}</Empty>
      )}
    </Card>
  );
}

function Found({ requestId, present }: { requestId: string; present: PresentKeys }) {
  const texts = useTexts();
  const columns = useCallColumns();
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

/** The failed calls of all keys, the newest first. */
function AllCalls({ filters, present }: { filters: Filters; present: PresentKeys }) {
  const texts = useTexts();
  const columns = useCallColumns();
  const list = usePages(filters, api.failedCalls, nextOf);
  const calls = list.pages.flatMap((page) => page.calls);
  const hasResult = list.pages.length > 0;
  return (
    <>
      {hasResult && (
        <Toolbar>
          <span className="muted" role="status">
            {list.hasMore ? texts.calls.newest(calls.length) : texts.calls.total(calls.length)}
          </span>
          <Button icon="renew" onPress={list.reload}>
            {texts.calls.reload}
          </Button>
        </Toolbar>
      )}
      <PagedTable
        list={list}
        label={texts.calls.failed}
        rows={calls}
        rowId={({ id }) => id}
        columns={[keyColumn(texts, present), ...columns].map(({ sortBy, ...column }) => ({
          ...column,
          cell: column.cell ?? sortBy,
        }))}
        empty={Object.keys(filters).length > 0 ? texts.nothingFound : texts.calls.noneFailed}
        older={texts.calls.older}
      >
        {hasResult && <TableFoot>{texts.calls.notRecorded}</TableFoot>}
      </PagedTable>
    </>
  );
}

const nextOf = ({ next_cursor: cursor }: KeyCallPage) => cursor;
