import type { Request } from 'express';
import { clientAddress } from '../../../http/request/client-address.js';
import type { Origin } from './portal-sessions.service.js';

export function originOf(request: Request): Origin {
  return { address: clientAddress(request), requestId: request.context.requestId };
}
