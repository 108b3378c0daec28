import type { Logger } from 'pino';
import type { RequestObserver } from './request-end.js';
import { requestFields } from '../../logging/request-fields.js';

/** One line a request, when its answer ends or breaks off. */
export function accessLog(logger: Logger): RequestObserver {
  return (request, { status, milliseconds, bytes, isComplete }) => {
    logger[status >= 500 || !isComplete ? 'warn' : 'info'](
      Object.assign(requestFields(request), {
        status,
        reason: request.context.unavailable,
        ms: Math.round(milliseconds * 100) / 100,
        bytes,
        rows: request.context.rows,
        broken_off: isComplete ? undefined : true,
      }),
      'request',
    );
  };
}
