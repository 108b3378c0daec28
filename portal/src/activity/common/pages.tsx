import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Read } from '../../api/client.js';
import { outcomeOf, type Problem } from '../../api/problem.js';
import { Button } from '../../design/controls/button.js';
import { ProblemNotice, Waiting } from '../../design/notices/notice.js';
import { AllShown, DataTable, TableFoot, type TableProps } from '../../design/table/data-table.js';
import styles from './activity.module.css';

interface Loaded<Query, Page> {
  readonly query: Query;
  readonly pages: readonly Page[];
  readonly isLoading: boolean;
  readonly problem?: Problem;
}

/** Loads a list page by page. A new query starts again and discards responses to the old one. */
export function usePages<Query extends object, Page>(
  query: Query,
  read: (query: Query & { cursor: string | undefined; limit: string }) => Read<Page>,
  cursorOf: (page: Page) => string | null | undefined,
) {
  const [last, setLast] = useState<Loaded<Query, Page>>();
  const [round, setRound] = useState(0);
  const abort = useRef<AbortController>(undefined);
  const load = useCallback(
    async (pages: readonly Page[], { signal }: AbortController) => {
      setLast({ query, pages, isLoading: true });
      const cursor = pages.map(cursorOf).at(-1) ?? undefined;
      const { value, problem } = await outcomeOf(read({ ...query, cursor, limit: '100' }).load(signal));
      if (signal.aborted || problem?.isForSigningIn) return;
      setLast({ query, pages: problem ? pages : [...pages, value], isLoading: false, problem });
    },
    [query, read, cursorOf],
  );
  useEffect(() => {
    const controller = (abort.current = new AbortController());
    void load([], controller);
    return () => controller.abort();
  }, [load, round]);
  const loaded = last?.query === query ? last : { query, pages: [], isLoading: true };
  const loadMore = () => {
    if (abort.current && !loaded.isLoading) void load(loaded.pages, abort.current);
  };
  return {
    ...loaded,
    hasMore: Boolean(loaded.pages.map(cursorOf).at(-1)),
    loadMore,
    reload: () => setRound((before) => before + 1),
  };
}

interface Props<Row> extends TableProps<Row> {
  list: ReturnType<typeof usePages>;
  /** The text of the button for the next page. */
  older: string;
  /** The text below the table. */
  children?: ReactNode;
}

/** A table of the pages loaded so far, with the error of the last one, or a button for the next one. */
export function PagedTable<Row>({ list, older, children, ...table }: Props<Row>) {
  const { pages, isLoading, problem, hasMore, loadMore } = list;
  const count = table.rows.length;
  return (
    <>
      <div className={styles.rows}>
        {count === 0 && isLoading && <Waiting />}
        {(count > 0 || (!isLoading && !problem)) && <DataTable {...table} isPart />}
      </div>
      {children}
      {problem && (
        <div className={styles.news}>
          <ProblemNotice problem={problem} onRetry={loadMore} />
        </div>
      )}
      {!problem && hasMore && (
        <TableFoot>
          <Button kind="quiet" isPending={isLoading} onPress={loadMore}>
            {older}
          </Button>
        </TableFoot>
      )}
      {!hasMore && pages.length > 1 && <AllShown count={count} />}
    </>
  );
}
