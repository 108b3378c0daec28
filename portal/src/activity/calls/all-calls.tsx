import type { CallFilter } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Icon } from '../../design/icons/icon.js';
import { ProblemNotice, Waiting } from '../../design/notices/notice.js';
import { Toolbar } from '../../design/page/card.js';
import { DataTable, TableFoot } from '../../design/table/data-table.js';
import { useTexts } from '../../texts/language.js';
import type { PresentKeys } from '../names/key-names.js';
import { keyColumn, useCallColumns } from './calls-table.js';
import { useFailedCalls } from './use-failed-calls.js';

interface Props {
  filter: CallFilter;
  present: PresentKeys;
}

/** The failed calls of all keys, the newest first. */
export function AllCalls({ filter, present }: Props) {
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
