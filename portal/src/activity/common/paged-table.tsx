import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Resource } from '../../api/client.js';
import { outcomeOf, type Problem } from '../../api/problem.js';
import { Button } from '../../design/controls/button.js';
import { ProblemNotice, LoadingIndicator } from '../../design/notices/notice.js';
import { AllRowsShown, DataTable, TableFooter, type TableProps } from '../../design/table/data-table.js';
import styles from './activity.module.css';

interface PagedListState<Query, Page> {
  readonly query: Query;
  readonly pages: readonly Page[];
  readonly isLoading: boolean;
  readonly problem?: Problem;
}

/** Loads a list page by page. A new query starts from the first page and discards responses to the old one. */
export function usePagedList<Query extends object, Page>(
  query: Query,
  read: (query: Query & { cursor: string | undefined; limit: string }) => Resource<Page>,
  cursorOf: (page: Page) => string | null | undefined,
) {
  const [state, setState] = useState<PagedListState<Query, Page>>();
  const [reloadCount, setReloadCount] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const load = useCallback(
    async (pages: readonly Page[], { signal }: AbortController) => {
      setState({ query, pages, isLoading: true });
      const cursor = pages.map(cursorOf).at(-1) ?? undefined;
      const { value, problem } = await outcomeOf(read({ ...query, cursor, limit: '100' }).load(signal));
      if (signal.aborted || problem?.requiresSignIn) return;
      setState({ query, pages: problem ? pages : [...pages, value], isLoading: false, problem });
    },
    [query, read, cursorOf],
  );
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    void load([], controller);
    return () => controller.abort();
  }, [load, reloadCount]);
  const current = state?.query === query ? state : { query, pages: [], isLoading: true };
  const loadMore = () => {
    if (abort.current && !current.isLoading) void load(current.pages, abort.current);
  };
  return {
    ...current,
    hasMore: Boolean(current.pages.map(cursorOf).at(-1)),
    loadMore,
    reload: () => setReloadCount((before) => before + 1),
  };
}

interface Props<Row> extends TableProps<Row> {
  list: ReturnType<typeof usePagedList>;
  /** The text of the button for the next page. */
  loadMoreLabel: string;
  /** The text below the table. */
  children?: ReactNode;
}

/** A table of the pages loaded so far, with the error of the last one, or a button for the next one. */
export function PagedTable<Row>({ list, loadMoreLabel, children, ...table }: Props<Row>) {
  const { pages, isLoading, problem, hasMore, loadMore } = list;
  const count = table.rows.length;
  return (
    <>
      <div className={styles.rows}>
        {count === 0 && isLoading && <LoadingIndicator />}
        {(count > 0 || (!isLoading && !problem)) && <DataTable {...table} isPaged />}
      </div>
      {children}
      {problem && (
        <div className={styles.news}>
          <ProblemNotice problem={problem} onRetry={loadMore} />
        </div>
      )}
      {!problem && hasMore && (
        <TableFooter>
          <Button kind="quiet" isPending={isLoading} onPress={loadMore}>
            {loadMoreLabel}
          </Button>
        </TableFooter>
      )}
      {!hasMore && pages.length > 1 && <AllRowsShown count={count} />}
    </>
  );
}
