import { setTimeout as wait } from 'node:timers/promises';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { whenAdmitted } from '../kit/process/patience.js';
import { addressOf, FLEET_FORMS } from '../kit/specification/specification.js';

const DETAIL = `/api/v1/device/id/${DEVICE_ID}`;
const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';

const FLEET = aFleet({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
const TIGHT = { RATE_LIMIT: '8/100s', RATE_LIMIT_BULK: '3/60s' };

/** What the header says is left: of all requests, and of those in bulk. */
async function left(client: ApiClient, path: string): Promise<{ status: number; left: number[] }> {
  const { status, headers } = await whenAdmitted(() => client.get(path));
  const limits = String(headers.ratelimit).matchAll(/"\w+";r=(\d+);t=\d+/g);
  return { status, left: [...limits].map(([, rest]) => Number(rest)) };
}

describe('The limit of a key', () => {
  const app = appWith(FLEET, TIGHT);
  let client: ApiClient;
  beforeEach(async () => (client = await app.customer(ENTERPRISE_ID)));

  it('is named in the form of the IETF draft on every answer', async () => {
    const { headers } = await client.get(DETAIL);
    expect(headers['ratelimit-policy']).toBe('"default";q=8;w=100');
    expect(headers.ratelimit).toBe('"default";r=7;t=100');
  });

  it('is one budget for all scopes and all forms of their paths', async () => {
    const alternates = ['/device', `/device/${DEVICE_ID}/`, `/device/${DEVICE_ID}/datausage`];
    const seen = [];
    for (const path of ['/api/v1/device/', DETAIL, ...alternates])
      seen.push((await left(client, path)).left[0]);
    expect(seen).toEqual([7, 6, 5, 4, 3]);
  });

  it('counts HEAD, and answers to bad parameters, missing devices and formats not to be had', async () => {
    expect((await client.head(DETAIL)).headers.ratelimit).toMatch(/r=7/);
    expect(await left(client, `${DETAIL}?nonsense=1`)).toEqual({ status: 400, left: [6] });
    expect(await left(client, '/api/v1/device/id/nowhere')).toEqual({ status: 404, left: [5] });
    expect(await left(client.with({ accept: 'text/html' }), DETAIL)).toEqual({ status: 406, left: [4] });
  });

  it('is shown to requests that enterprise or scope refuse, and does not count them', async () => {
    const narrow = await app.customer(ENTERPRISE_ID, ['device:GetList']);
    expect(await left(narrow, '/device')).toEqual({ status: 200, left: [7] });
    expect(await left(narrow, DETAIL)).toEqual({ status: 403, left: [7] });
    for (const [enterprise, status] of [
      ['other', 403],
      [undefined, 401],
    ] as const) {
      const client = narrow.with({ 'x-enterprise-id': enterprise });
      expect(await left(client, '/device')).toEqual({ status, left: [7] });
    }
    expect(await left(narrow, '/device')).toEqual({ status: 200, left: [6] });
  });

  it('refuses what is too much before parameters and existence are looked at, but after the scope', async () => {
    const narrow = await app.customer(ENTERPRISE_ID, ['device:GetDetail', 'device:GetLocation']);
    for (let at = 0; at < 8; at++) await narrow.get(DETAIL);
    const { headers } = await narrow.get(DETAIL);
    expect(headers.ratelimit).toMatch(/^"default";r=0;t=\d+$/);
    expect(headers['retry-after']).toBe(/t=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    await narrow.problem(`${DETAIL}?nonsense=1`, 429, 'rate_limited');
    await narrow.problem('/api/v1/device/id/nowhere', 429, 'rate_limited');
    await narrow.problem(BULK, 429, 'rate_limited');
    await narrow.problem('/device', 403, 'insufficient_scope');
  });

  it('is each key its own', async () => {
    await client.get(DETAIL);
    expect(await left(await app.customer(ENTERPRISE_ID), DETAIL)).toEqual({ status: 200, left: [7] });
  });

  it('stays with an entry whose key is replaced', async () => {
    const { id, key } = await app.createKey(ENTERPRISE_ID);
    const admin = app.admin(ENTERPRISE_ID);
    expect((await left(client.with({ authorization: `Bearer ${key}` }), DETAIL)).left).toEqual([7]);
    const { body } = await admin.send({ method: 'POST', path: `/internal/v1/api-keys/${id}/regenerate` });
    const renewed = client.with({ authorization: `Bearer ${(JSON.parse(body) as { key: string }).key}` });
    expect((await left(renewed, DETAIL)).left).toEqual([6]);
  });

  it('has a second budget for bulk requests, which count in both', async () => {
    const { headers } = await whenAdmitted(() => client.get(BULK));
    expect(headers['ratelimit-policy']).toBe('"default";q=8;w=100, "bulk";q=3;w=60');
    expect(headers.ratelimit).toBe('"default";r=7;t=100, "bulk";r=2;t=60');
    expect(await left(client, DETAIL)).toEqual({ status: 200, left: [6] });
    expect(await left(client, BULK)).toEqual({ status: 200, left: [5, 1] });
    expect(await left(client, `${BULK}&startdate=1`)).toEqual({ status: 400, left: [4, 0] });
    const refused = await whenAdmitted(() => client.get(BULK));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe(
      /"bulk";r=0;t=(\d+)/.exec(String(refused.headers.ratelimit))?.[1],
    );
    expect(await left(client, DETAIL)).toEqual({ status: 200, left: [2] });
  });

  it.each(FLEET_FORMS)('has the same for $path, in any format', async (form) => {
    const path = addressOf(form, DEVICE_ID);
    const more = path.includes('?') ? '&' : '?';
    expect(await left(client, path)).toEqual({ status: 200, left: [7, 2] });
    expect(await left(client, `${path}${more}format=parquet`)).toEqual({ status: 200, left: [6, 1] });
    expect((await whenAdmitted(() => client.head(path))).headers.ratelimit).toMatch(/"bulk";r=0;/);
    expect((await whenAdmitted(() => client.get(BULK))).status).toBe(429);
  });
});

describe('A key over its limit', () => {
  const client = customerOf(appWith(FLEET, { RATE_LIMIT: '2/2s' }));

  it('is let in again when the seconds of Retry-After have passed', async () => {
    await client.get(DETAIL);
    await wait(700);
    await client.get(DETAIL);
    const { status, headers } = await client.get(DETAIL);
    expect(status).toBe(429);
    await wait(Number(headers['retry-after']) * 1000);
    expect(await left(client, DETAIL)).toEqual({ status: 200, left: [1] });
  });
});

describe('RATE_LIMIT_BULK=off', () => {
  const client = customerOf(appWith(FLEET, { ...TIGHT, RATE_LIMIT_BULK: 'off' }));

  it('leaves bulk requests to the limit of all requests', async () => {
    const { status, headers } = await client.get(BULK);
    expect(status).toBe(200);
    expect(headers.ratelimit).toMatch(/^"default";r=7;t=\d+$/);
  });
});

describe('RATE_LIMIT=off', () => {
  const client = customerOf(appWith(FLEET, { RATE_LIMIT: 'off', RATE_LIMIT_BULK: '1/60s' }));

  it('takes every limit and its headers away, that of failed authentication included', async () => {
    for (let at = 0; at < 3; at++) {
      const { status, headers } = await whenAdmitted(() => client.get(BULK));
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('ratelimit');
      expect(headers).not.toHaveProperty('ratelimit-policy');
    }
    for (let at = 0; at < 40; at++)
      await client.with({ authorization: 'Bearer wrong' }).problem(DETAIL, 401, 'invalid_key');
  });
});
