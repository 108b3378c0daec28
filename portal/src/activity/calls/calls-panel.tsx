import { api } from '../../api/client.js';
import type { KeyCallPage } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useDebounced } from '../../design/fields/filters.js';
import { ResourceLoader } from '../../design/notices/notice.js';
import { Card, EmptyMessage, Toolbar } from '../../design/page/card.js';
import { DataTable, TableFooter } from '../../design/table/data-table.js';
import { useSearch } from '../../design/table/searchable-table.js';
import { useTexts } from '../../texts/language.js';
import { type Filters, useFilters } from '../common/filters.js';
import type { ExistingKeys } from '../common/key-names.js';
import { PagedTable, usePagedList } from '../common/paged-table.js';
import { useExistingKeys } from '../common/existing-keys.js';
import { CallFilters } from './call-filters.js';
import { keyColumn, useCallColumns } from './call-columns.js';

/** Matches the request ids that the service accepts. */
const REQUEST_ID = /^[\w.:~-]{1,128}$/;

/** The search parameter of each filter. The other tabs of the page have other parameters. */
const SEARCH_PARAMS = { api_key_id: 'calls_of', status: 'status', code: 'code' };

/** The failed calls of all keys, or those with one request id. */
export function CallsPanel() {
  const { calls: texts } = useTexts();
  const [searchText, setSearchText] = useSearch('request');
  const requestId = useDebounced(searchText).trim();
  const [filters, setFilters] = useFilters(SEARCH_PARAMS);
  const existingKeys = useExistingKeys();
  return (
    <Card kind="flush">
      <Toolbar>
        <SearchBox label={texts.request} value={searchText} onChange={setSearchText} />
        {requestId === '' && (
          <CallFilters filters={filters} existingKeys={existingKeys} onChange={setFilters} />
        )}
      </Toolbar>
      {requestId === '' ? (
        <FailedCalls filters={filters} existingKeys={existingKeys} />
      ) : REQUEST_ID.test(requestId) ? (
        <CallsOfRequest requestId={requestId} existingKeys={existingKeys} />
      ) : (
        <EmptyMessage>{texts.notFound}</EmptyMessage>
      )}
    </Card>
  );
}

function CallsOfRequest({ requestId, existingKeys }: { requestId: string; existingKeys: ExistingKeys }) {
  const texts = useTexts();
  const columns = useCallColumns();
  return (
    <ResourceLoader resource={api.findCalls(requestId)}>
      {(calls) => (
        <DataTable
          label={texts.calls.failed}
          rows={calls}
          rowId={({ id }) => id}
          columns={[...columns, keyColumn(texts, existingKeys)]}
          sorting={{ column: 'when', isDescending: true }}
          empty={texts.calls.notFound}
        />
      )}
    </ResourceLoader>
  );
}

/** The failed calls of all keys, the newest first. */
function FailedCalls({ filters, existingKeys }: { filters: Filters; existingKeys: ExistingKeys }) {
  const texts = useTexts();
  const columns = useCallColumns();
  const list = usePagedList(filters, api.failedCalls, nextCursor);
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
        columns={[keyColumn(texts, existingKeys), ...columns].map(({ sortBy, ...column }) => ({
          ...column,
          cell: column.cell ?? sortBy,
        }))}
        empty={Object.keys(filters).length > 0 ? texts.nothingFound : texts.calls.noneFailed}
        loadMoreLabel={texts.calls.older}
      >
        {hasResult && <TableFooter>{texts.calls.notRecorded}</TableFooter>}
      </PagedTable>
    </>
  );
}

const nextCursor = ({ next_cursor: cursor }: KeyCallPage) => cursor;
