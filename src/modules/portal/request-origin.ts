import type { Request } from 'express';
import type { Origin } from './portal-sessions.service.js';

export function originOf({ ip, context }: Request): Origin {
  return { address: (ip ?? '').slice(0, 64), requestId: context.requestId };
}
