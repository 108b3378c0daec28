import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { DownloadSlots } from '../../src/streaming/download-slots.js';
import type { TestApp } from '../kit/app/test-app.js';
import { engine } from '../kit/database/engines.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { eventually } from '../kit/process/retry.js';

export const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';

const unread: IncomingMessage[] = [];

/** The test calls `disconnect` after it. */
export async function requestWithoutReading(
  client: ApiClient,
  encoding = 'identity',
): Promise<IncomingMessage> {
  const headers = { ...client.headers, 'accept-encoding': encoding };
  const request = get(client.origin + BULK, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  unread.push(response);
  return response;
}

export const slotsOf = (app: TestApp): DownloadSlots => app.nest.get(DownloadSlots);

export async function disconnect(app: TestApp): Promise<void> {
  for (const response of unread.splice(0)) response.destroy();
  await eventually(() => slotsOf(app).inUse === 0);
  // the server ends the query of a closed connection a moment later
  if (engine === 'mysql') await eventually(async () => (await openQueries(app)) === 0);
}

export async function openQueries(app: TestApp): Promise<number> {
  const rows: unknown[] = await app.dataSource.query(
    `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND command = 'Query' AND info LIKE '%locations%' AND id <> CONNECTION_ID()`,
  );
  return rows.length;
}
