import { startModernNginx, startNginx, startProxy } from '../../kit/proxy/proxy.js';
import { CutDownloads, killReaders, type Harm, type Way } from '../stage/cut-downloads.js';
import { curlOver, nodeFetch, urllib } from '../stage/downloads.js';
import { newCustomer, OURS } from '../stage/fixtures.js';
import { startService, type Scenario, type Stage } from '../stage/stage.js';
import type { Service } from '../../kit/process/service.js';

/** What becomes of answers that end in their middle, in every format and encoding: nobody may take a part for the whole. */
export const brokenOverProxies: Scenario = {
  name: 'Broken answers over proxies',
  run: async (stage) => {
    let service = await startService(stage.databaseUrl);
    const { port } = service;
    const headers = await newCustomer(port, OURS);
    const mends = async (): Promise<unknown> => (service = await startService(stage.databaseUrl, {}, port));
    const killed: Harm = { name: 'Process killed', happens: () => service.kill(), mends };
    const stopped: Harm = {
      name: 'Process stopped by a second SIGTERM',
      happens: () => signalTwice(service),
      mends,
    };
    const proxies = await Promise.all(
      [startNginx, startModernNginx, startProxy].map((start) => start([port])),
    );
    const [nginx, modernNginx, haproxy] = proxies.map((proxy) => proxy.port) as [number, number, number];
    const customers = [curlOver('1.1'), nodeFetch, urllib];
    const failed = databaseHarms(stage);
    const tries: readonly (readonly [Way, readonly Harm[]])[] = [
      [{ name: 'directly', port, downloaders: customers }, [...failed, killed]],
      [{ name: 'through nginx over HTTP/1.1', port: modernNginx, downloaders: customers }, [killed]],
      [{ name: 'through HAProxy', port: haproxy, downloaders: [curlOver('1.1')] }, [...failed, killed]],
      // over HTTP/1.0 a process that is killed cannot reset its connections (docs/contract.md, 2.11)
      ...[
        { name: 'directly over HTTP/1.0', port, downloaders: [curlOver('1.0')] },
        { name: 'through nginx as it comes', port: nginx, downloaders: customers },
      ].map((way): [Way, Harm[]] => [way, stage.isShort ? [stopped] : [...failed, stopped]]),
    ];
    let turn = 0;
    for (const [way, harms] of tries)
      for (const harm of harms) await new CutDownloads(stage, way, harm, headers).try(turn++);
    await Promise.all([...proxies, service].map((program) => program.stop()));
  },
};

/** Sends the second SIGTERM after the log line of the first: it ends the process without waiting for responses. */
async function signalTwice(service: Service): Promise<void> {
  service.signal('SIGTERM');
  await service.line(({ msg }) => msg === 'stopping');
  await service.stop('SIGTERM');
}

const databaseHarms = (stage: Stage): readonly Harm[] => [
  {
    name: 'Database connection ended',
    happens: () => killReaders(stage, 'CONNECTION'),
    mends: () => Promise.resolve(),
  },
  { name: 'Database killed', happens: () => stage.server.kill(), mends: () => stage.server.start() },
];
