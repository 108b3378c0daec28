import { HttpException } from '@nestjs/common';
import { whyDatabaseUnavailable } from '../database/driver-errors.js';
import { DatabaseUnavailable } from '../database/rows/reader.js';
import { ApiError, internalError, invalidParameter, notFound, unavailable } from './api-error.js';

const RETRY_SECONDS = 2;

/** Gives everything that can be thrown its answer: our own errors, those of the framework, the body parser and the drivers. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(RETRY_SECONDS, error.reason, error);
  if (error instanceof HttpException) return fromHttpStatus(error.getStatus(), error);
  if (error instanceof Error) {
    const { status, type } = error as Error & { status?: unknown; type?: unknown };
    if (typeof status === 'number' && typeof type === 'string') return fromHttpStatus(status, error); // body parser
    const reason = whyDatabaseUnavailable(error);
    if (reason) return unavailable(RETRY_SECONDS, reason, error);
  }
  return internalError(error);
}

function fromHttpStatus(status: number, error: Error): ApiError {
  switch (status) {
    case 400:
      return invalidParameter('body', 'should be well-formed JSON');
    case 404:
      return notFound();
    case 413:
      return new ApiError('payload_too_large');
    case 415:
      return new ApiError('unsupported_media_type');
    default:
      return internalError(error);
  }
}
