import { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from 'express';

/**
 * Request and response classes for the server of an Express application. Express calls `setPrototypeOf` on every request and response,
 * which makes V8 deoptimize them and costs more than all else that Express does. These are constructed with the prototype.
 */
export function expressPrototypes(express: Application): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  const application = express as unknown as { request: object; response: object };
  application.request = extend(ExpressRequest.prototype, application.request, IncomingMessage.prototype);
  application.response = extend(ExpressResponse.prototype, application.response, ServerResponse.prototype);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}

/** Gives `target` what `source` and its prototypes have, up to the one that `target` itself descends from. */
function extend(target: object, source: object, ancestor: object): object {
  for (
    let from: object | null = source;
    from && from !== ancestor;
    from = Object.getPrototypeOf(from) as object | null
  ) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, property);
    }
  }
  return target;
}
