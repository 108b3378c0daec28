import { count } from './count.js';

export const calls = {
  calls: {
    title: 'Failed calls',
    find: 'Request id',
    findHint:
      'Enter the id that an answer named in X-Request-Id and in its request_id: here stands why the request failed, for 7 days.',
    notFound:
      'No call with this id failed in the last 7 days. Of each API key the last 200 that failed are kept.',
    counts: 'Calls of the last 7 days',
    failed: 'The last calls that failed',
    search: 'Search by time, reason or request id',
    total: (n: number) => count(n, 'failed call', 'failed calls'),
    none: 'No calls in the last 7 days.',
    noneFailed: 'No call has failed in the last 7 days.',
    reload: 'Refresh',
    answered: 'answered',
    calls: 'Calls',
    reason: 'Reason',
    status: 'Status',
    code: 'Code',
    route: 'Call',
    noRoute: '(unknown path)',
    request: 'Request id',
    network: 'From',
    duration: 'Took',
    keyState: 'State of the API key',
    keyStates: {
      expired: 'the API key had ended',
      paused: 'the API key was paused',
      replaced: 'the API key was an old one, which has been replaced',
    },
    codes: { broken_off: 'the answer broke off' } as Record<string, string>,
  },
};
