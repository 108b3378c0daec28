import { ConfigError } from '../config/load-config.js';

/** One line, and nothing of a password in it, unless it is ours. */
export function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  // several addresses of one name were tried
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message = '', code = '' } = first as { message?: string; code?: string };
  const text = [message, code, String(first)].find((candidate) => candidate !== '') ?? '';
  return text.replace(/\s*\n[\s-]*/g, ' ').replace(/\/\/[^/\s]*@/g, '//');
}
