import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { customer, LONG_DAYS, makeKey, OURS } from '../stage/fixtures.js';
import { startNginx, startProxy } from '../stage/proxy.js';
import { Service } from '../stage/service.js';
import { count, type Scenario, type Stage } from '../stage/stage.js';

const PATH = `/api/v1/device-location/bulk${LONG_DAYS}`;
const READERS =
  "FROM information_schema.processlist WHERE info LIKE '%locations%' AND info NOT LIKE '%processlist%'";

interface Way {
  readonly name: string;
  readonly port: number;
  readonly version: '1.0' | '1.1';
}

interface Ending {
  readonly bytes: number;
  readonly status: number | null;
}

/** What curl makes of an answer whose database connection is ended in its middle: nobody may take a part for the whole. */
export const brokenOverProxies: Scenario = {
  name: 'Broken answers over proxies',
  run: async (stage) => {
    const service = await Service.start(stage.databaseUrl);
    const { key } = await makeKey(service.port, OURS);
    const headers = customer(key, OURS);
    const [nginx, haproxy] = await Promise.all([startNginx([service.port]), startProxy([service.port])]);
    const ways: readonly Way[] = [
      { name: 'directly over HTTP/1.0', port: service.port, version: '1.0' },
      { name: 'directly over HTTP/1.1', port: service.port, version: '1.1' },
      { name: 'through nginx as it comes', port: nginx.port, version: '1.1' },
      { name: 'through HAProxy', port: haproxy.port, version: '1.1' },
    ];
    const times = stage.isShort ? 1 : 5;
    for (const way of ways) await tryWay(stage, way, headers, times);
    await Promise.all([nginx.stop(), haproxy.stop(), service.stop()]);
  },
};

async function tryWay(stage: Stage, way: Way, headers: Record<string, string>, times: number): Promise<void> {
  const whole = await curl(way, headers);
  const endings: Ending[] = [];
  for (let at = 0; at < times; at++) endings.push(await curl(way, headers, () => endReading(stage)));
  const isCut = ({ bytes }: Ending): boolean => bytes > 0 && bytes < whole.bytes;
  stage.found(
    `Database connection ended in the middle of an answer, ${way.name}: curl reports an error`,
    whole.status === 0 && endings.every((ending) => ending.status !== 0 && isCut(ending)),
    `${endings.filter(({ status }) => status !== 0).length} of ${times}, exit status ${endings.map(({ status }) => status).join(', ')} ` +
      `after ${endings.map(({ bytes }) => count(bytes)).join(', ')} of ${count(whole.bytes)} bytes`,
  );
}

/** Asks for the long answer; `harm` is done when its first bytes have come. */
async function curl(
  { port, version }: Way,
  headers: Record<string, string>,
  harm: () => Promise<void> = () => Promise.resolve(),
): Promise<Ending> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-sS', `--http${version}`, ...fields, `http://127.0.0.1:${port}${PATH}`];
  const client = spawn('curl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let bytes = 0;
  client.stdout.on('data', (piece: Buffer) => (bytes += piece.length));
  const closed = once(client, 'close');
  await Promise.race([once(client.stdout, 'data'), closed]);
  await harm();
  await closed;
  return { bytes, status: client.exitCode };
}

async function endReading({ server }: Stage): Promise<void> {
  const readers = await server.ask<{ id: number }>(`SELECT id ${READERS}`);
  if (readers.length === 0) throw new Error('Nothing was being read any more: the answer is too short');
  for (const { id } of readers) await server.ask(`KILL CONNECTION ${id}`);
}
