import { isWellFormedKey } from '../../../src/auth/keys/key-format.js';
import { appWith, customerOf } from '../../kit/app/app-with.js';
import type { ApiClient, Problem } from '../../kit/http/api-client.js';
import { problemOf } from '../../kit/http/api-client.js';
import { aDevice, anEnterprise, DEVICE_ID } from '../../kit/app/builders.js';
import { ADMIN_TOKEN, asHeader } from '../../kit/app/create-test-app.js';
import { InternalClient } from '../../kit/http/internal-client.js';
import { addressOf, PATH_FORMS, SCOPES } from '../../kit/specification/specification.js';

const LIST = '/api/v1/device/';
const REALM = 'Bearer realm="customer-device-api"';
/** A well-formed key that nobody was given. */
const UNKNOWN_KEY = 'cda_0000000000000000000000000000000000000000000';

const app = appWith({
  enterprises: [anEnterprise(), anEnterprise({ id: 'globex' }), anEnterprise({ id: 'Käse & Söhne' })],
  devices: [aDevice(), aDevice({ enterprise_id: 'Käse & Söhne' })],
});
const customer = customerOf(app);
const admin = (): InternalClient => new InternalClient(app.admin('acme'));
const ownKey = (): string => customer.headers.authorization!.replace('Bearer ', '');

/** The same for every request but for what names the request. */
function common({ request_id, instance, ...rest }: Problem): Partial<Problem> {
  expect([request_id, instance].every((text) => text !== '')).toBe(true);
  return rest;
}

function withChecksum(body: string): string {
  const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = 0xffffffff;
  for (const byte of Buffer.from(body)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  let text = '';
  for (let value = (rest ^ 0xffffffff) >>> 0; value > 0; value = Math.floor(value / 62))
    text = characters.charAt(value % 62) + text;
  return body + text.padStart(6, '0');
}

describe('"Header Authorization ... value is the word Bearer, a space, then <API_KEY>"', () => {
  it('opens the service', async () => {
    expect(await customer.list(LIST)).toHaveLength(1);
  });

  // RFC 9110: the name of the scheme is case-insensitive
  it.each(['bearer', 'BEARER', 'Bearer '])('takes the scheme written %j', async (scheme) => {
    expect(await customer.with({ authorization: `${scheme} ${ownKey()}` }).list(LIST)).toHaveLength(1);
  });

  it.each([
    undefined,
    '',
    'Basic dXNlcjpwYXNz',
    'Digest username="x"',
    'Token abc',
    'Bearer:abc',
    'BearerToken abc',
    UNKNOWN_KEY,
  ])('answers missing_credentials to %j', async (authorization) => {
    const received = await customer.with({ authorization }).get(LIST);
    const problem = problemOf(received, 401, 'missing_credentials');
    expect(received.headers['www-authenticate']).toBe(REALM);
    expect(problem.detail).toBe('Send the API key as "Authorization: Bearer <API_KEY>".');
  });
});

describe('"Two `Authorization` headers ... are 400 `invalid_parameter`"', () => {
  const [good, bad] = [() => `Bearer ${ownKey()}`, () => `Bearer ${UNKNOWN_KEY}`];

  it.each([
    ['the same key', () => [good(), good()]],
    ['a good key first', () => [good(), bad()]],
    ['a good key last', () => [bad(), good()]],
    ['a good key and nothing', () => [good(), '']],
    ['another scheme', () => ['Basic dXNlcjpwYXNz', good()]],
  ])('with %s', async (_what, authorization) => {
    for (const form of PATH_FORMS) {
      const received = await customer.get(addressOf(form, DEVICE_ID), { authorization: authorization() });
      expect(problemOf(received, 400, 'invalid_parameter').errors).toEqual([
        { parameter: 'Authorization', detail: 'should be sent once' },
      ]);
    }
  });

  it('on the internal routes as well, and with the operator\u2019s', async () => {
    const authorization = [`Bearer ${ADMIN_TOKEN}`, `Bearer ${ADMIN_TOKEN}`];
    for (const path of ['/internal/v1/api-keys', '/internal/metrics'])
      problemOf(await app.admin('acme').get(path, { authorization }), 400, 'invalid_parameter');
  });

  it('before the enterprise is looked at', async () => {
    const twice = { authorization: [good(), good()] };
    problemOf(
      await customer.with({ 'x-enterprise-id': undefined }).get(LIST, twice),
      400,
      'invalid_parameter',
    );
  });
});

describe('invalid_key', () => {
  const wrongKeys = async (): Promise<Record<string, string>> => {
    const [replaced, deleted] = await Promise.all([app.createKey('acme'), app.createKey('acme')]);
    await admin().regenerate(replaced.id);
    await admin().delete(deleted.id);
    const key = ownKey();
    return {
      'no token': '',
      'the wrong checksum': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      'the right checksum, but unknown': withChecksum(UNKNOWN_KEY),
      'cut short': key.slice(0, -1),
      'one character more': `${key}0`,
      'another case': key.toUpperCase(),
      'a second token': `${key} ${key}`,
      'no prefix': key.slice(4),
      replaced: replaced.key,
      deleted: deleted.key,
      'the admin token': ADMIN_TOKEN,
      'an SQL string': "' OR '1'='1",
      'letters beyond ASCII': asHeader('schlüssel'),
      'very long': 'x'.repeat(8000),
    };
  };

  it('is one answer, word for word, to every wrong key', async () => {
    const wrong = await wrongKeys();
    expect(isWellFormedKey(wrong['the right checksum, but unknown']!)).toBe(true);
    const answers = await Promise.all(
      Object.values(wrong).map((key) => customer.with({ authorization: `Bearer ${key}` }).get(LIST)),
    );
    const problems = answers.map((answer) => common(problemOf(answer, 401, 'invalid_key')));
    expect(problems).toEqual(problems.map(() => problems[0]));
    expect(new Set(answers.map(({ headers }) => headers['www-authenticate']))).toEqual(
      new Set([`${REALM}, error="invalid_token"`]),
    );
  });

  it('answers the admin token on every form of every path', async () => {
    for (const form of PATH_FORMS)
      await app.admin('acme').problem(addressOf(form, DEVICE_ID), 401, 'invalid_key');
  });
});

describe('"Header x-enterprise-id | required on every request; value is <ENTERPRISE_ID>"', () => {
  it.each([undefined, ''])('answers missing_enterprise to %j', async (enterprise) => {
    const received = await customer.with({ 'x-enterprise-id': enterprise }).get(LIST);
    problemOf(received, 401, 'missing_enterprise');
    expect(received.headers['www-authenticate']).toBe(REALM);
  });

  it('tells another enterprise from one that does not exist in nothing', async () => {
    const others = ['globex', 'no-such-enterprise', 'ACME', 'acme,globex', "acme' --"];
    const problems = await Promise.all(
      others.map((id) => customer.with({ 'x-enterprise-id': id }).problem(LIST, 403, 'enterprise_mismatch')),
    );
    expect(problems.map(common)).toEqual(problems.map(() => common(problems[0]!)));
  });

  it('refuses the header twice, even with the same value', async () => {
    const twice = { 'x-enterprise-id': ['acme', 'acme'] };
    problemOf(await customer.get(LIST, twice), 403, 'enterprise_mismatch');
  });

  it('takes an id beyond ASCII in UTF-8 and in Latin-1', async () => {
    const id = 'Käse & Söhne';
    const client = await app.customer(id);
    expect(await client.list(LIST)).toMatchObject([{ enterprise_id: id }]);
    expect(await client.with({ 'x-enterprise-id': id }).list(LIST)).toHaveLength(1);
  });
});

describe('"each endpoint needs its scope"', () => {
  const clients = new Map(SCOPES.map((scope) => [scope, customerOf(app, 'acme', [scope])]));

  const matrix = SCOPES.flatMap((scope) => PATH_FORMS.map((form) => ({ scope, form, path: form.path })));

  it.each(matrix)('a key for $scope alone, at $path', async ({ scope, form }) => {
    const received = await clients.get(scope)!.get(addressOf(form, DEVICE_ID));
    if (scope === form.scope) {
      expect(received.status).toBe(200);
      return;
    }
    const problem = problemOf(received, 403, 'insufficient_scope');
    expect(problem.detail).toBe(`The key lacks the scope ${form.scope}.`);
    expect(received.headers['www-authenticate']).toBe(
      `${REALM}, error="insufficient_scope", scope="${form.scope}"`,
    );
  });

  it('has every scope open at least one path', () => {
    expect(new Set(PATH_FORMS.map(({ scope }) => scope))).toEqual(new Set(SCOPES));
  });
});

describe('Checks run in the order key, enterprise, scope, parameters, existence', () => {
  const scopeless = customerOf(app, 'acme', ['device:GetList']);
  const absent = '/api/v1/device/id/no-such-device';

  it('the key before the enterprise', async () => {
    const nobody = app.anonymous;
    await nobody.problem(`${absent}?x=1`, 401, 'missing_credentials');
    await nobody.with({ authorization: 'Bearer x' }).problem(`${absent}?x=1`, 401, 'invalid_key');
  });

  it('the enterprise before the scope', async () => {
    const nowhere = scopeless.with({ 'x-enterprise-id': undefined });
    await nowhere.problem(`${absent}?x=1`, 401, 'missing_enterprise');
    await scopeless
      .with({ 'x-enterprise-id': 'globex' })
      .problem(`${absent}?x=1`, 403, 'enterprise_mismatch');
  });

  it('the scope before the parameters', async () => {
    await scopeless.problem(`${absent}?x=1`, 403, 'insufficient_scope');
    await scopeless.problem('/api/v1/device-location/bulk', 403, 'insufficient_scope');
  });

  it('the parameters before the existence', async () => {
    await customer.problem(`${absent}?x=1`, 400, 'invalid_parameter');
    await customer.problem({ path: absent, headers: { accept: 'text/html' } }, 406, 'not_acceptable');
    await customer.problem(absent, 404, 'device_not_found');
  });
});

describe('A change of a key counts from its answer on', () => {
  it('opens and closes what its scopes say', async () => {
    const { id, key } = await app.createKey('acme', ['device:GetList']);
    const client = customer.with({ authorization: `Bearer ${key}` });
    expect((await client.get(LIST)).status).toBe(200);
    await admin().update(id, { scopes: ['device:GetDetail'] });
    expect((await client.get(LIST)).status).toBe(403);
    expect((await client.get(`/device/${DEVICE_ID}`)).status).toBe(200);
  });

  it('is as good under a new name', async () => {
    const { id, key } = await app.createKey('acme', ['device:GetList']);
    await admin().update(id, { application: 'Renamed' });
    expect((await customer.with({ authorization: `Bearer ${key}` }).get(LIST)).status).toBe(200);
  });

  it('answers many requests at once, good and bad ones mixed, each by its own key', async () => {
    const narrow = await app.createKey('acme', ['device:GetDetail']);
    const other = await app.createKey('globex');
    const as = (key: string): ApiClient => customer.with({ authorization: `Bearer ${key}` });
    const clients = [customer, as(narrow.key), as(other.key), as(withChecksum(UNKNOWN_KEY))];
    const all = Array.from({ length: 60 }, (_, at) => clients[at % 4]!.get(LIST));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 60 }, (_, at) => [200, 403, 403, 401][at % 4]));
  });
});
