import { type ActivityHour, SCOPES } from '../../api/types.js';
import { OTHERS } from '../../charts/series.js';
import { formatBytes, formatCount } from '../../charts/format-amounts.js';
import type { CsvFile } from '../../design/download/csv.js';
import type { Column } from '../../design/table/column.js';
import { DataTable } from '../../design/table/data-table.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import type { ExistingKeys } from '../common/key-names.js';
import { KeyName } from '../common/existing-keys.js';

interface Props {
  hours: readonly ActivityHour[];
  existingKeys: ExistingKeys;
  csvFile: CsvFile;
}

export function KeyScopeTable({ hours, existingKeys, csvFile }: Props) {
  const { texts, locale } = useLanguage();
  const scopeLabel = useScopeLabel();
  const { activity, keys } = texts;
  const countColumn = (id: keyof Counts): Column<ActivityHour> => ({
    id,
    label: activity[id],
    isNumber: true,
    sortBy: (row) => row[id],
    cell: (row) => formatCount(row[id], locale),
  });
  return (
    <DataTable
      label={activity.detail}
      rows={sumByKeyAndScope(hours)}
      rowId={({ api_key_id: id, scope }) => `${id} ${scope}`}
      csvFile={csvFile}
      sorting={{ column: 'requests', isDescending: true }}
      columns={[
        {
          id: 'application',
          label: keys.key,
          isHeader: true,
          sortBy: (row) => row.application,
          cell: (row) => <KeyName id={row.api_key_id} name={row.application} existingKeys={existingKeys} />,
        },
        { id: 'scope', label: keys.scope, sortBy: (row) => scopeLabel(row.scope) },
        countColumn('requests'),
        countColumn('errors'),
        countColumn('refused'),
        countColumn('feeds'),
        countColumn('rows'),
        {
          id: 'bytes',
          label: activity.bytes,
          isNumber: true,
          sortBy: (row) => row.bytes,
          csvColumns: [[`${activity.bytes} (${activity.inBytes})`, (row) => row.bytes]],
          cell: (row) => formatBytes(row.bytes, locale),
        },
      ]}
    />
  );
}

const COUNTS = ['requests', 'errors', 'refused', 'feeds', 'rows', 'bytes'] as const;
type Counts = Pick<ActivityHour, (typeof COUNTS)[number]>;

/** Adds up the counts of several hours. */
export function sumCounts(hours: readonly ActivityHour[]): Counts {
  const sum: Counts = { requests: 0, errors: 0, refused: 0, feeds: 0, rows: 0, bytes: 0 };
  for (const hour of hours) for (const name of COUNTS) sum[name] += hour[name];
  return sum;
}

/** Adds up the hours for each key and scope. */
function sumByKeyAndScope(hours: readonly ActivityHour[]): ActivityHour[] {
  const groups = Map.groupBy(hours, ({ api_key_id: id, scope }) => `${id} ${scope}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? { ...first, ...sumCounts([first, ...others]) } : [],
  );
}

/** Returns the label of a scope or of a tool of agents. A request that was refused before the scope check has no scope. */
export function useScopeLabel(): (scope: string) => string {
  const { scopes, activity, agents } = useTexts();
  return (scope) => {
    if (scope === OTHERS) return activity.otherScopes;
    const known = SCOPES.find((name) => name === scope);
    if (known) return scopes[known].label;
    const [prefix, tool] = scope.split(':', 2);
    if (prefix === 'mcp') return tool === undefined ? agents.title : `${agents.title}: ${tool}`;
    return scope || activity.otherScope;
  };
}
