import type { KeyCall } from '../../api/types.js';
import { formatCount } from '../../charts/format-amounts.js';
import type { Column } from '../../design/table/column.js';
import type { Texts } from '../../texts/en.js';
import { useLanguage } from '../../texts/language.js';
import { useFormatTime } from '../../time/use-format-time.js';
import { KeyName } from '../common/existing-keys.js';
import { shortId, type ExistingKeys } from '../common/key-names.js';

/** Returns the translated reason for a failed call, or its code if there is no translation. */
export const reasonLabel = (code: string, { audit, calls }: Texts): string =>
  calls.codes[code] ?? audit.codes[code] ?? code;

/** Columns for failed calls. They contain exact times, because users look for the call at a known time. */
export function useCallColumns(): Column<KeyCall>[] {
  const { texts, locale } = useLanguage();
  const { calls, audit } = texts;
  const formatTime = useFormatTime();
  return [
    {
      id: 'when',
      label: audit.when,
      sortBy: ({ called_at: at }) => Date.parse(at),
      csvColumns: [[audit.when, ({ called_at: at }) => at]],
      cell: ({ called_at: at }) => <time dateTime={at}>{formatTime(at)}</time>,
    },
    {
      id: 'what',
      label: calls.reason,
      isHeader: true,
      sortBy: ({ code }) => reasonLabel(code, texts),
      csvColumns: [
        [calls.status, ({ status }) => status],
        [calls.code, ({ code }) => code],
        [calls.keyState, ({ key_state: state }) => state ?? ''],
        [calls.parameters, ({ refused_parameters: names }) => names.join('; ')],
        [calls.detail, ({ detail }) => detail],
      ],
      cell: ({ status, code, key_state: state, refused_parameters: names, detail }) => (
        <>
          <span className="strong">{state ? calls.keyStates[state] : reasonLabel(code, texts)}</span>
          {names.length > 0 && <span>{calls.refused(names.join(', '))}</span>}
          {detail && (
            <span className="small" lang="en">
              {detail}
            </span>
          )}
          <span className="mono small muted">
            {status} {code}
          </span>
        </>
      ),
    },
    {
      id: 'route',
      label: calls.route,
      sortBy: ({ route }) => route,
      csvColumns: [[calls.route, ({ method, route }) => `${method} ${route}`]],
      cell: ({ method, route }) => (
        <code>
          {method} {route || calls.noRoute}
        </code>
      ),
    },
    {
      id: 'request',
      label: calls.request,
      sortBy: ({ request_id: request }) => request,
      cell: ({ request_id: request }) => <span className="mono small">{request}</span>,
    },
    { id: 'network', label: calls.network, sortBy: ({ network }) => network },
    {
      id: 'duration',
      label: calls.duration,
      isNumber: true,
      sortBy: ({ milliseconds }) => milliseconds,
      cell: ({ milliseconds }) => `${formatCount(milliseconds, locale)} ms`,
    },
  ];
}

/** Returns the column with the API key, for tables with calls of several keys. Deleted keys no longer have a name. */
export function keyColumn({ activity, keys }: Texts, existingKeys: ExistingKeys): Column<KeyCall> {
  const nameOf = ({ api_key_id: id }: KeyCall): string =>
    existingKeys?.get(id) ?? (existingKeys ? activity.deletedKey(shortId(id)) : shortId(id));
  return {
    id: 'application',
    label: keys.key,
    sortBy: nameOf,
    cell: (call) => <KeyName id={call.api_key_id} name={nameOf(call)} existingKeys={existingKeys} />,
  };
}
