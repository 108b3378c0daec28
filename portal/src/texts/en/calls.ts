import { count } from './count.js';

export const calls = {
  calls: {
    title: 'Failed calls',
    find: 'Request id',
    findHint:
      'Enter the id from the X-Request-Id header or the request_id field of a response. The portal shows for 7 days why a request failed.',
    notFound:
      'No call with this id failed in the last 7 days. The portal keeps the last 200 failed calls of each API key.',
    counts: 'Calls of the last 7 days',
    failed: 'Latest failed calls',
    search: 'Search by time, reason or request id',
    total: (n: number) => count(n, 'failed call', 'failed calls'),
    none: 'No calls in the last 7 days.',
    noneFailed: 'No failed calls in the last 7 days.',
    reload: 'Refresh',
    answered: 'successful',
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
  },
};
