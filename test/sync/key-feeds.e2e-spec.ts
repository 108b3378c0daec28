import { aLocation } from '../kit/app/builders.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';
import { FeedStage } from './feed-stage.js';

// docs/contract.md, 2.8: how far each key has read

const LOCATIONS = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;
const DEVICES = FEED_ROUTES.find(({ kind }) => kind === 'devices')!;
const FEEDS = '/internal/v1/api-keys/feeds';
const DAY_MS = 86_400_000;
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const TODAY = `startdate=${dayOf(Date.now() - DAY_MS)}&enddate=${dayOf(Date.now() + DAY_MS)}`;

const stage = new FeedStage();
const admin = (): ApiClient => stage.app.admin(stage.enterpriseId);

const places = async (): Promise<Record<string, number | null>> =>
  Object.fromEntries(
    (await admin().list(FEEDS)).map(({ feed, read_until }) => [
      String(feed),
      typeof read_until === 'string' ? Date.parse(read_until) : null,
    ]),
  );

describe('A key that follows feeds', () => {
  it('has read until the moment of its last call, where nothing was left', async () => {
    expect(await admin().list(FEEDS)).toEqual([]);
    const before = Date.now();
    const token = await tokenOf(stage.client, LOCATIONS);
    const first = (await places()).locations ?? 0;
    expect(first).toBeGreaterThanOrEqual(before);
    await stage.load({ locations: [aLocation({ id: 1 })] });
    expect((await places()).locations).toBe(first);
    await follow(stage.client, LOCATIONS, token);
    expect((await places()).locations).toBeGreaterThan(first);
  });

  it('has read until the last change that it was shown, where more is left', async () => {
    const token = await tokenOf(stage.client, LOCATIONS);
    await stage.load({ locations: [aLocation({ id: 1 })] });
    const between = Date.now() + 50;
    while (Date.now() < between + 50) await new Promise((resolve) => setTimeout(resolve, 20));
    await stage.load({ locations: [aLocation({ id: 2 })] });
    await follow(stage.client, LOCATIONS, token, { limit: 1 });
    expect((await places()).locations).toBeLessThan(between);
    await follow(stage.client, LOCATIONS, token, { limit: 2 });
    expect((await places()).locations).toBeGreaterThan(between);
  });

  it('has read until nowhere while it reads everything for the first time', async () => {
    await follow(stage.client, DEVICES, 'beginning', { limit: 1 });
    expect(await places()).toEqual({ devices: null });
  });

  it('is as far as its last call also where nothing had changed', async () => {
    const path = `${DEVICES.path}?since=beginning`;
    const { headers } = await ask(stage.client, path);
    const { devices: first } = await places();
    expect((await ask(stage.client, path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    expect((await places()).devices).toBeGreaterThan(first ?? 0);
  });

  it('is told apart from those that ask for all, and forgotten with its entry', async () => {
    await stage.client.list(wholeOf(LOCATIONS));
    await stage.client.list('/device');
    expect(await admin().list(FEEDS)).toEqual([]);
    await tokenOf(stage.client, DEVICES);
    await tokenOf(stage.client, DEVICES);
    const rows = await admin().list(`/internal/v1/activity?${TODAY}`);
    expect(rows.map(({ scope, requests, feeds }) => [scope, requests, feeds])).toEqual([
      ['device:GetList', 3, 2],
      ['device:GetLocation', 1, 0],
    ]);
    const [{ api_key_id: id } = { api_key_id: '' }] = await admin().list(FEEDS);
    await admin().send({ method: 'DELETE', path: `/internal/v1/api-keys/${String(id)}` });
    expect(await admin().list(FEEDS)).toEqual([]);
  });
});
