import { newKey } from '../../src/auth/keys/key-format.js';
import { appWith, customerOf } from '../kit/app/app-with.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { figuresOf } from '../metrics/figures.js';

const PATH = '/api/v1/device/';
const KEYS = '/internal/v1/api-keys';

/** Speaks from another address, as the proxy on this machine says. */
const from = (client: ApiClient, address: string): ApiClient => client.with({ 'x-forwarded-for': address });
const guessing = (client: ApiClient): ApiClient => client.with({ authorization: `Bearer ${newKey()}` });

async function fail(client: ApiClient, times: number): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < times; at++) statuses.push((await guessing(client).get(PATH)).status);
  return statuses;
}

describe('An address that fails to authenticate', () => {
  const app = appWith({ enterprises: [anEnterprise()] }, { RATE_LIMIT: '1000/100s' });
  const client = customerOf(app);

  /** How many keys the database was asked for. */
  const lookedUp = async (): Promise<number | undefined> =>
    (await figuresOf(app)).get('key_look_up_batch_size_sum');

  it('is refused after 30 failures in a minute, with the seconds to wait', async () => {
    const guest = from(client, '192.0.2.1');
    expect(await fail(guest, 30)).toEqual(Array.from({ length: 30 }, () => 401));
    const { status, headers } = await guessing(guest).get(PATH);
    expect(status).toBe(429);
    expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(headers['ratelimit-policy']).toBe('"authentication";q=30;w=60');
    expect(headers.ratelimit).toMatch(/^"authentication";r=0;t=\d+$/);
  });

  it('costs the database no look-up from then on', async () => {
    const guest = from(client, '192.0.2.2');
    await Promise.all(Array.from({ length: 40 }, () => guessing(guest).get(PATH)));
    const before = await lookedUp();
    const answers = await Promise.all(Array.from({ length: 200 }, () => guessing(guest).get(PATH)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(200);
    expect(before).toBeGreaterThan(0);
    expect(await lookedUp()).toBe(before);
  });

  it('keeps the keys that were good from there, and no others', async () => {
    const known = from(client, '192.0.2.3');
    expect((await known.get(PATH)).status).toBe(200);
    await fail(known, 31);
    expect((await known.get(PATH)).status).toBe(200);
    const unknown = from(await app.customer(ENTERPRISE_ID), '192.0.2.3');
    expect((await unknown.get(PATH)).status).toBe(429);
    expect((await from(unknown, '192.0.2.4').get(PATH)).status).toBe(200);
  });

  it('does not keep a key that was good and is no more', async () => {
    const { id, key } = await app.createKey(ENTERPRISE_ID);
    const former = from(client, '192.0.2.5').with({ authorization: `Bearer ${key}` });
    expect((await former.get(PATH)).status).toBe(200);
    await fail(former, 31);
    expect((await former.get(PATH)).status).toBe(200);
    await app.admin(ENTERPRISE_ID).send({ method: 'DELETE', path: `${KEYS}/${id}` });
    expect([(await former.get(PATH)).status, (await former.get(PATH)).status]).toEqual([401, 429]);
  });

  it('fails with malformed keys and admin tokens alike', async () => {
    const guest = from(app.anonymous, '192.0.2.6').with({ 'x-enterprise-id': ENTERPRISE_ID });
    for (let at = 0; at < 15; at++) {
      await guest.with({ authorization: 'Bearer nonsense' }).problem(PATH, 401, 'invalid_key');
      await guest.with({ authorization: 'Bearer nonsense' }).problem(KEYS, 401, 'invalid_key');
    }
    await guest.with({ authorization: 'Bearer nonsense' }).problem(KEYS, 429, 'rate_limited');
    await guessing(guest).problem(PATH, 429, 'rate_limited');
    await guest.problem(PATH, 401, 'missing_credentials');
  });

  it('does not lock an administrator out who works from there', async () => {
    const admin = from(app.admin(ENTERPRISE_ID), '192.0.2.7');
    expect((await admin.get(KEYS)).status).toBe(200);
    await fail(admin, 31);
    expect((await admin.get(KEYS)).status).toBe(200);
    const stranger = from(app.admin(ENTERPRISE_ID), '192.0.2.1');
    expect((await stranger.get(KEYS)).status).toBe(429);
  });

  it('is a whole network of IPv6, of which one customer has every address', async () => {
    await fail(from(client, '2001:db8:0:7::1'), 30);
    expect(await fail(from(client, '2001:db8:0:7:ffff::2'), 1)).toEqual([429]);
    expect(await fail(from(client, '2001:db8:0:8::1'), 1)).toEqual([401]);
  });
});

describe('TRUST_PROXY=off', () => {
  const app = appWith({ enterprises: [anEnterprise()] }, { RATE_LIMIT: '1000/100s', TRUST_PROXY: 'off' });

  it('believes no X-Forwarded-For', async () => {
    const client = app.anonymous.with({ 'x-enterprise-id': ENTERPRISE_ID });
    for (let at = 0; at < 30; at++) await fail(from(client, `192.0.2.${at}`), 1);
    expect(await fail(from(client, '192.0.2.99'), 1)).toEqual([429]);
  });
});
