import type { RequestObserver } from '../observability/request-log.js';
import { routeOf } from '../observability/request-fields.js';
import type { Metrics } from './metrics.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BROKEN_OFF = '0';

/** Counts every request, by the template of its route: paths hold identifiers, and there is no end of them. */
export function requestMetrics(metrics: Metrics): RequestObserver {
  return (request, { status, milliseconds, bytes, isComplete }) => {
    const { rows = 0, unavailable: reason } = request.context;
    const route = routeOf(request) ?? 'none';
    const method = METHODS.has(request.method) ? request.method : 'other';
    metrics.requests.inc({ route, method, status: isComplete ? String(status) : BROKEN_OFF });
    metrics.durations.observe({ route, method }, milliseconds / 1000);
    if (reason) metrics.unavailable.inc({ reason });
    if (rows > 0) metrics.rows.inc({ route }, rows);
    if (bytes > 0) metrics.bytes.inc({ route }, bytes);
  };
}
