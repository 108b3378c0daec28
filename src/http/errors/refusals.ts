import type { Request } from 'express';
import type { ApiError } from './api-error.js';

/** Is told of every request that is refused, before its answer. */
export abstract class Refusals {
  /** The answer waits for this. It never fails. */
  abstract note(error: ApiError, request: Request): Promise<void>;
}
