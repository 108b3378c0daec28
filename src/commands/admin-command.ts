import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { isRole, ROLES } from '../modules/sign-in/sessions/session.js';
import type { EnterprisesService } from '../modules/enterprises/enterprises.service.js';
import {
  AdministratorProblem,
  type AdministratorsService,
  newPassword,
} from '../modules/sign-in/administrators/administrators.service.js';
import { ADMIN_USAGE, UsageError } from './usage.js';

const OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  enterprise: { type: 'string' },
  role: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const;

type OptionName = keyof typeof OPTIONS;
type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What each word after `admin` needs and may have besides. */
const WORDS: Readonly<Record<string, { needs: readonly OptionName[]; takes: readonly OptionName[] }>> = {
  add: { needs: ['email', 'name', 'enterprise'], takes: ['role', 'password-stdin'] },
  list: { needs: [], takes: [] },
  password: { needs: ['email'], takes: ['password-stdin'] },
  remove: { needs: ['email'], takes: [] },
};

const OPERATOR = { actor: 'command-line', address: '', requestId: '' } as const;

/** The administrators' command, its words checked before anything is opened. */
export interface AdminCommand {
  run(administrators: AdministratorsService, enterprises: EnterprisesService): Promise<void>;
}

/** Throws, in words for an operator, where the words make no command. */
export function parseAdminCommand(args: readonly string[]): AdminCommand {
  const [word = '', ...rest] = args;
  const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (!known) throw new UsageError(`Usage:\n\n${ADMIN_USAGE}`);
  const { values } = parseArgs({ args: rest, options: OPTIONS, strict: true });
  const given = Object.keys(values);
  const surplus = given.find((name) => ![...known.needs, ...known.takes].some((taken) => taken === name));
  if (surplus !== undefined) throw new Error(`admin ${word} takes no --${surplus}`);
  for (const name of known.needs) if (!values[name]) throw new Error(`admin ${word} needs --${name}`);
  return {
    run: (administrators, enterprises) => act(word, { ...values }, administrators, enterprises),
  };
}

async function act(
  word: string,
  values: Values,
  administrators: AdministratorsService,
  enterprises: EnterprisesService,
): Promise<void> {
  const email = String(values.email ?? '');
  switch (word) {
    case 'list':
      await list(administrators, enterprises);
      break;
    case 'remove':
      await administrators.remove(OPERATOR, email);
      console.log(`${email} is no administrator any more`);
      break;
    case 'password': {
      const password = await choosePassword(values);
      await administrators.setPassword(OPERATOR, email, password.text);
      console.log(`${email} has a new password${password.announcement}`);
      break;
    }
    default:
      await add(values, email, administrators, enterprises);
  }
}

async function add(
  values: Values,
  email: string,
  administrators: AdministratorsService,
  enterprises: EnterprisesService,
): Promise<void> {
  const role = String(values.role ?? 'admin');
  if (!isRole(role)) throw new AdministratorProblem(`The role should be one of: ${ROLES.join(', ')}`);
  const all = await enterprises.list();
  const enterprise = all.find(({ id }) => id === values.enterprise);
  if (!enterprise) throw new AdministratorProblem('There is no enterprise with this identifier');
  const password = await choosePassword(values);
  const name = String(values.name).trim();
  await administrators.add(OPERATOR, enterprise.key, { email, name, role, password: password.text });
  console.log(`${email} is an administrator of ${enterprise.name} (${role})${password.announcement}`);
}

async function list(administrators: AdministratorsService, enterprises: EnterprisesService): Promise<void> {
  const nameOf = new Map((await enterprises.list()).map(({ key, id }) => [key, id]));
  for (const { email, name, role, enterpriseKey, lastSignInAt } of await administrators.list()) {
    const signedIn =
      lastSignInAt === null ? 'never signed in' : `signed in ${new Date(lastSignInAt).toISOString()}`;
    console.log([email, name, role, nameOf.get(enterpriseKey) ?? '', signedIn].join('\t'));
  }
}

/** A password from standard input is not printed; one made here is, this once. */
async function choosePassword(values: Values): Promise<{ text: string; announcement: string }> {
  if (values['password-stdin'] !== true) {
    const made = newPassword();
    return { text: made, announcement: `\nPassword: ${made}` };
  }
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  return { text: line, announcement: '' };
}
