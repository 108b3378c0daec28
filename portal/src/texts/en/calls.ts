import { isolateBidi } from '../bidi/isolate-bidi.js';
import { count } from './count.js';

export const calls = {
  title: 'Failed calls',
  notFound:
    'No failed call with this id is recorded. The service records the last 200 failed calls of each API key for 7 days. It does not record successful calls, or calls without an API key that was known at the time. A call appears after a few seconds.',
  notRecorded:
    'The service records the last 200 failed calls of each API key for 7 days, including deleted ones. It does not record calls without an API key that was known at the time.',
  newest: (n: number) => `The newest ${count(n, 'failed call', 'failed calls')}`,
  older: 'Show older calls',
  allReasons: 'All reasons',
  allStatuses: 'All statuses',
  parameters: 'Refused parameters',
  refused: (names: string) => `Refused: ${isolateBidi(names)}`,
  detail: 'Detail',
  counts: 'Calls of the last 7 days',
  failed: 'Latest failed calls',
  search: 'Search by time, reason or request id',
  total: (n: number) => count(n, 'failed call', 'failed calls'),
  none: 'No calls in the last 7 days.',
  noneFailed: 'No failed calls in the last 7 days.',
  reload: 'Refresh',
  successful: 'successful',
  calls: 'Calls',
  reason: 'Reason',
  status: 'Status',
  code: 'Code',
  route: 'Call',
  noRoute: '(unknown path)',
  request: 'Request id',
  network: 'From',
  duration: 'Duration',
  keyState: 'State of the API key',
  keyStates: {
    expired: 'the API key had expired',
    paused: 'the API key was paused',
    replaced: 'the API key had been replaced',
  },
  codes: { broken_off: 'the response was truncated' } as Record<string, string>,
};
