import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { outcomeOf, type Problem } from '../../api/problem.js';
import type { CallFilter, KeyCall } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useSettled } from '../../design/fields/filters.js';
import { Icon } from '../../design/icons/icon.js';
import { Load, ProblemNotice, Waiting } from '../../design/notices/notice.js';
import { Card, Empty, Toolbar } from '../../design/page/card.js';
import { DataTable, TableFoot } from '../../design/table/data-table.js';
import { useSearch } from '../../design/table/searched.js';
import { useTexts } from '../../texts/language.js';
import type { PresentKeys } from '../common/key-names.js';
import { usePresentKeys } from '../common/present-keys.js';
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

interface Props {
  filter: CallFilter;
  present: PresentKeys;
}

/** The failed calls of all keys, the newest first. */
function AllCalls({ filter, present }: Props) {
  const texts = useTexts();
  const columns = useCallColumns();
  const { calls, cursor, isLoading, problem, loadMore, reload } = useFailedCalls(filter);
  const isFiltered = Object.values(filter).some((value: unknown) => value !== undefined);
  if (calls.length === 0 && isLoading) return <Waiting />;
  if (calls.length === 0 && problem) return <ProblemNotice problem={problem} onRetry={reload} />;
  return (
    <>
      <Toolbar>
        <span className="muted" role="status">
          {cursor === undefined ? texts.calls.total(calls.length) : texts.calls.newest(calls.length)}
        </span>
        <Button onPress={reload}>
          <Icon name="renew" />
          {texts.calls.reload}
        </Button>
      </Toolbar>
      <DataTable
        label={texts.calls.failed}
        rows={calls}
        rowId={({ id }) => id}
        columns={[keyColumn(texts, present), ...columns].map(({ sortBy, ...column }) => ({
          ...column,
          cell: column.cell ?? sortBy,
        }))}
        isPart
        atOnce={calls.length}
        empty={isFiltered ? texts.nothingFound : texts.calls.noneFailed}
      />
      <TableFoot>{texts.calls.notRecorded}</TableFoot>
      {problem && <ProblemNotice problem={problem} onRetry={loadMore} />}
      {!problem && !isLoading && cursor !== undefined && (
        <TableFoot>
          <Button kind="quiet" onPress={loadMore}>
            {texts.calls.older}
          </Button>
        </TableFoot>
      )}
    </>
  );
}

interface Loaded {
  readonly filter: CallFilter;
  readonly calls: readonly KeyCall[];
  readonly cursor?: string;
  readonly isLoading: boolean;
  readonly problem?: Problem;
}

const nothingOf = (filter: CallFilter): Loaded => ({ filter, calls: [], isLoading: true });

/** Loads the failed calls of all keys, page by page. A new filter starts again and discards responses to the old one. */
function useFailedCalls(filter: CallFilter) {
  const [last, setLast] = useState<Loaded>();
  const [round, setRound] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const load = useCallback(
    async (from: Loaded, { signal }: AbortController) => {
      setLast({ ...from, isLoading: true, problem: undefined });
      const page = api.failedCalls({ ...filter, cursor: from.cursor, limit: '100' });
      const { value, problem } = await outcomeOf(page.load(signal));
      if (signal.aborted || problem?.isForSigningIn) return;
      setLast({
        filter,
        calls: [...from.calls, ...(value?.calls ?? [])],
        cursor: value ? (value.next_cursor ?? undefined) : from.cursor,
        isLoading: false,
        problem,
      });
    },
    [filter],
  );
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    void load(nothingOf(filter), controller);
    return () => controller.abort();
  }, [load, filter, round]);
  const loaded = last?.filter === filter ? last : nothingOf(filter);
  const loadMore = () => {
    if (abort.current && !loaded.isLoading) void load(loaded, abort.current);
  };
  return { ...loaded, loadMore, reload: () => setRound((before) => before + 1) };
}
