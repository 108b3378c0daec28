import { text } from 'node:stream/consumers';
import type { INestApplicationContext } from '@nestjs/common';
import { EnterprisesService } from '../modules/enterprises/enterprises.service.js';
import { AdministratorProblem, newPassword, PeopleService } from '../modules/sign-in/people.service.js';
import { hasSecondFactor, isRole, NO_PASSWORD, ROLES } from '../modules/sign-in/administrator.entity.js';
import { FLAG, OK, OPERATOR, say, TEXT, type Commands, type Values } from './command.js';
import { withSettings } from './context.js';

export const COMMANDS: Commands = {
  'admin add': {
    usage: `  admin add --email E --name N --enterprise ID [--role admin|viewer] [--password-stdin]
                          adds an administrator of the portal`,
    options: { email: TEXT, name: TEXT, enterprise: TEXT, role: TEXT, 'password-stdin': FLAG },
    needs: ['email', 'name', 'enterprise'],
    run: (env, _words, values) => withSettings(env, (services) => add(services, values)),
  },
  'admin list': {
    usage: '  admin list              lists all administrators',
    run: (env) => withSettings(env, list),
  },
  'admin password': {
    usage: `  admin password --email E [--password-stdin]
                          sets a new password and signs the administrator out`,
    options: { email: TEXT, 'password-stdin': FLAG },
    needs: ['email'],
    run: (env, _words, values) => withSettings(env, (services) => setPassword(services, values)),
  },
  'admin reset-second-factor': {
    usage: `  admin reset-second-factor --email E | --all
                          removes the second factor of an administrator who has lost the phone and the recovery codes, or
                          of all administrators after a change of KEY_PEPPER; they sign in with the password alone`,
    options: { email: TEXT, all: FLAG },
    run: (env, _words, values) => withSettings(env, (services) => resetSecondFactor(services, values)),
  },
  'admin remove': {
    usage: `  admin remove --email E  removes an administrator and ends their sessions
                          --password-stdin reads a password of at least 12 characters from standard input; without it
                          the command generates a password and prints it once; with MySQL, set the KEY_PEPPER of the
                          service: the audit log needs it`,
    options: { email: TEXT },
    needs: ['email'],
    run: (env, _words, values) => withSettings(env, (services) => remove(services, String(values.email))),
  },
};

async function add(services: INestApplicationContext, values: Values): Promise<number> {
  const email = String(values.email);
  const role = String(values.role ?? 'admin');
  if (!isRole(role)) throw new AdministratorProblem(`--role must be one of: ${ROLES.join(', ')}`);
  const all = await services.get(EnterprisesService).list();
  const enterprise = all.find(({ id }) => id === values.enterprise);
  if (!enterprise) throw new AdministratorProblem(`Enterprise ${String(values.enterprise)} does not exist`);
  const { password, announcement } = await choosePassword(values);
  const administrator = { email, name: String(values.name).trim(), role, password };
  await services.get(PeopleService).add(OPERATOR, enterprise.key, administrator);
  return say(`${email} is an administrator of ${enterprise.name} (${role})${announcement}`);
}

async function list(services: INestApplicationContext): Promise<number> {
  const enterprises = await services.get(EnterprisesService).list();
  const nameOf = new Map(enterprises.map(({ key, id }) => [key, id]));
  for (const { email, name, role, enterpriseKey, passwordHash, lastSignInAt } of await services
    .get(PeopleService)
    .listAll()) {
    const never = passwordHash === NO_PASSWORD ? 'invited' : 'never signed in';
    const signedIn = lastSignInAt === null ? never : `signed in ${new Date(lastSignInAt).toISOString()}`;
    console.log([email, name, role, nameOf.get(enterpriseKey) ?? '', signedIn].join('\t'));
  }
  return OK;
}

async function setPassword(services: INestApplicationContext, values: Values): Promise<number> {
  const email = String(values.email);
  const { password, announcement } = await choosePassword(values);
  await services.get(PeopleService).setPassword(OPERATOR, email, password);
  return say(`${email} has a new password${announcement}`);
}

async function resetSecondFactor(services: INestApplicationContext, { email, all }: Values): Promise<number> {
  if ((email === undefined) === (all !== true))
    throw new AdministratorProblem('Give either --email or --all');
  const people = services.get(PeopleService);
  const withFactor = (await people.listAll()).filter(hasSecondFactor).map((person) => person.email);
  for (const each of email === undefined ? withFactor : [String(email)]) {
    await people.resetSecondFactorByEmail(OPERATOR, each);
    say(`${each} no longer has a second factor`);
  }
  return OK;
}

async function remove(services: INestApplicationContext, email: string): Promise<number> {
  await services.get(PeopleService).removeByEmail(OPERATOR, email);
  return say(`${email} is no longer an administrator`);
}

async function choosePassword(values: Values): Promise<{ password: string; announcement: string }> {
  if (values['password-stdin'] !== true) {
    const password = newPassword();
    return { password, announcement: `\nPassword: ${password}` };
  }
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  return { password, announcement: '' };
}
