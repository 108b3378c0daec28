import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import type { Config, KeptSecret } from '../config/config.js';
import { databaseFile } from '../config/data-folder.js';
import type { DemoAccess } from '../modules/demo/demo.service.js';

/**
 * Addresses, and the credentials of a trial. Only an embedded installation has a banner: elsewhere stdout is for the log alone, and
 * secrets are set rather than generated.
 */
export function startBanner(
  { database, publicUrl, ownToken }: Config,
  { key, signIn }: DemoAccess,
  isTerminal: boolean,
): string {
  if (databaseFile(database) === null) return '';
  const lines = [
    '',
    'Customer Device API is running.',
    '',
    `  Base URL         ${publicUrl}`,
    `  Swagger UI       ${publicUrl}/docs`,
    `  Portal           ${publicUrl}/portal`,
  ];
  if (signIn) lines.push(...signInLines(signIn, isTerminal));
  if (ownToken) lines.push(`  Admin token      ${shownSecret(ownToken, isTerminal)}`);
  if (key) lines.push(...tryIt(publicUrl, key, isTerminal));
  return `${lines.join('\n')}\n\n`;
}

function signInLines({ email, password }: NonNullable<DemoAccess['signIn']>, isTerminal: boolean): string[] {
  return [`  Sign in with     ${email}`, `  Password         ${shownSecret(password, isTerminal)}`];
}

function tryIt(publicUrl: string, key: KeptSecret, isTerminal: boolean): string[] {
  const bearer = isShown(key, isTerminal) ? key.secret : `$(cat ${shellWord(key.file ?? '')})`;
  return [
    `  Demo enterprise  ${DEMO_ENTERPRISE_ID}`,
    `  Demo API key     ${shownSecret(key, isTerminal)}`,
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${bearer}" -H 'x-enterprise-id: ${DEMO_ENTERPRISE_ID}' ${publicUrl}/api/v1/device/`,
  ];
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** On a terminal right after it was generated; or where no file keeps it and it could never be read again. */
function isShown({ file, isNew }: KeptSecret, isTerminal: boolean): boolean {
  return file === undefined || (isNew && isTerminal);
}

/** A secret, or the file that keeps it: output is read later by others. */
export function shownSecret(kept: KeptSecret, isTerminal: boolean): string {
  const { secret, file } = kept;
  if (file === undefined) return secret;
  return isShown(kept, isTerminal) ? `${secret}   (kept in ${file})` : `in ${file}`;
}
