import { DEMO_ENTERPRISE_ID } from '../../demo/demo-enterprise.js';
import { type Config, type KeptSecret, ConfigError } from '../config/config.js';
import type { DemoAccess } from '../modules/demo/demo.service.js';
import { databaseProblem, START_ERRORS } from '../database/rows/driver-errors.js';

/** Shows the credentials of a trial. Returns nothing with a database server, because stdout is for the log then. */
export function startBanner(
  { database, publicUrl, ownToken }: Config,
  { key, signIn }: DemoAccess,
  isTerminal: boolean,
): string {
  if (!('file' in database)) return '';
  const lines = [
    '',
    'Customer Device API is running.',
    '',
    `  Base URL         ${publicUrl}`,
    `  Swagger UI       ${publicUrl}/docs`,
    `  Portal           ${publicUrl}/portal`,
  ];
  if (signIn)
    lines.push(
      `  Sign in with     ${signIn.email}`,
      `  Password         ${shownSecret(signIn.password, isTerminal)}`,
    );
  if (ownToken) lines.push(`  Admin token      ${shownSecret(ownToken, isTerminal)}`);
  if (key) {
    const bearer = isShown(key, isTerminal) ? key.secret : `$(cat ${shellWord(key.file ?? '')})`;
    lines.push(
      `  Demo enterprise  ${DEMO_ENTERPRISE_ID}`,
      `  Demo API key     ${shownSecret(key, isTerminal)}`,
      '',
      'Try it:',
      '',
      `  curl -H "Authorization: Bearer ${bearer}" -H 'x-enterprise-id: ${DEMO_ENTERPRISE_ID}' ${publicUrl}/api/v1/device/`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Shows a new secret on a terminal only, and always a secret that no file stores. */
function isShown({ file, isNew }: KeptSecret, isTerminal: boolean): boolean {
  return file === undefined || (isNew && isTerminal);
}

export function shownSecret(kept: KeptSecret, isTerminal: boolean): string {
  const { secret, file } = kept;
  if (file === undefined) return secret;
  return isShown(kept, isTerminal) ? `${secret}   (stored in ${file})` : `in ${file}`;
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

export function whyNotListening({ code }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another process listens on this HOST and PORT.';
  if (code === 'EACCES') return 'the process has no permission to use this PORT.';
  return `HOST must be a name or address of this machine (${code ?? 'unknown'}).`;
}

/** Contains no stack and no URL, which may contain a password. */
export function startErrorMessage(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return `The service could not start: ${whyNot(error as NodeJS.ErrnoException)}`;
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  if (code === undefined) return message;
  if (UNREACHABLE.has(code)) return `the database in DATABASE_URL cannot be reached (${code}).`;
  return (
    START_ERRORS[code] ?? databaseProblem(code) ?? (message.startsWith(code) ? message : `${code} ${message}`)
  );
}
