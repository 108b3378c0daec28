import { text } from 'node:stream/consumers';
import type { INestApplicationContext } from '@nestjs/common';
import { newPassword } from '../auth/password-hashes.js';
import { printable } from '../http/validators.js';
import type { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { EnterprisesService } from '../modules/enterprises/enterprises.service.js';
import { PeopleService } from '../modules/sign-in/people.service.js';
import { hasSecondFactor, isRole, NO_PASSWORD, ROLES } from '../modules/sign-in/administrator.entity.js';
import { FLAG, OPERATOR, TEXT, type Commands, type OptionValues } from './command.js';
import { onServices } from './context.js';

const MAX_NAMED = 20;

export const COMMANDS: Commands = {
  'admin add': {
    options: { email: TEXT, name: TEXT, enterprise: TEXT, role: TEXT, 'password-stdin': FLAG },
    needs: ['email', 'name', 'enterprise'],
    run: onServices(add),
  },
  'admin list': {
    run: onServices(list),
  },
  'admin password': {
    options: { email: TEXT, 'password-stdin': FLAG },
    needs: ['email'],
    run: onServices(setPassword),
  },
  'admin reset-second-factor': {
    options: { email: TEXT, all: FLAG },
    run: onServices(resetSecondFactor),
  },
  'admin remove': {
    options: { email: TEXT },
    needs: ['email'],
    run: onServices(remove),
  },
};

async function add(services: INestApplicationContext, values: OptionValues): Promise<void> {
  const email = String(values.email);
  const role = String(values.role ?? 'admin');
  if (!isRole(role)) throw new Error(`--role must be one of: ${ROLES.join(', ')}`);
  const all = await services.get(EnterprisesService).list();
  const enterprise = all.find(({ id }) => id === values.enterprise);
  if (!enterprise) throw new Error(unknownEnterprise(String(values.enterprise), all));
  const { password, announcement } = await choosePassword(values);
  const administrator = { email, name: String(values.name).trim(), role, password };
  await services.get(PeopleService).add(OPERATOR, enterprise.key, administrator);
  console.log(`${email} is a user of ${printable(enterprise.name)} with the role ${role}${announcement}`);
}

function unknownEnterprise(id: string, known: readonly Enterprise[]): string {
  if (known.length === 0)
    return `Enterprise ${id} does not exist, and the database has no enterprise. Add one with "enterprise add" or "import"`;
  const names = known.slice(0, MAX_NAMED).map((each) => each.id);
  const more =
    known.length > MAX_NAMED ? `, and ${known.length - MAX_NAMED} more: see "enterprise list"` : '';
  return `Enterprise ${id} does not exist. Known enterprises: ${names.join(', ')}${more}`;
}

async function list(services: INestApplicationContext): Promise<void> {
  const enterprises = await services.get(EnterprisesService).list();
  const nameOf = new Map(enterprises.map(({ key, id }) => [key, id]));
  for (const { email, name, role, enterpriseKey, passwordHash, lastSignInAt } of await services
    .get(PeopleService)
    .listAll()) {
    const never = passwordHash === NO_PASSWORD ? 'invited' : 'never signed in';
    const signedIn = lastSignInAt === null ? never : `signed in ${new Date(lastSignInAt).toISOString()}`;
    console.log([email, name, role, nameOf.get(enterpriseKey) ?? '', signedIn].join('\t'));
  }
}

async function setPassword(services: INestApplicationContext, values: OptionValues): Promise<void> {
  const email = String(values.email);
  const { password, announcement } = await choosePassword(values);
  await services.get(PeopleService).setPassword(OPERATOR, email, password);
  console.log(`${email} has a new password${announcement}`);
}

async function resetSecondFactor(
  services: INestApplicationContext,
  { email, all }: OptionValues,
): Promise<void> {
  if ((email === undefined) === (all !== true))
    throw new Error('admin reset-second-factor needs either --email or --all');
  const people = services.get(PeopleService);
  const withFactor = (await people.listAll()).filter(hasSecondFactor).map((person) => person.email);
  // 1.2.0 may have invited a user with the address of a key manager
  for (const each of email === undefined ? new Set(withFactor) : [String(email)]) {
    await people.resetSecondFactorByEmail(OPERATOR, each);
    console.log(`${each} no longer has a second factor`);
  }
}

async function remove(services: INestApplicationContext, values: OptionValues): Promise<void> {
  const email = String(values.email);
  await services.get(PeopleService).removeByEmail(OPERATOR, email);
  console.log(`${email} is no longer a user`);
}

async function choosePassword(values: OptionValues): Promise<{ password: string; announcement: string }> {
  if (values['password-stdin'] !== true) {
    const password = newPassword();
    return { password, announcement: `\nPassword: ${password}` };
  }
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  return { password, announcement: '' };
}
