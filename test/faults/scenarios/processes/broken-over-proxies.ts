import { startModernNginx, startNginx, startProxy } from '../../../kit/proxy/proxy.js';
import {
  CutDownloads,
  killReaders,
  type Harm,
  type Moment,
  type Way,
} from '../../stage/load/cut-downloads.js';
import { curlOver, nodeFetch, urllib } from '../../stage/load/downloads.js';
import { newCustomer, OURS } from '../../stage/fixtures.js';
import { startService } from '../../stage/service.js';
import type { Scenario, Stage } from '../../stage/stage.js';

/** What becomes of answers that end in their middle, in every format and encoding: nobody may take a part for the whole. */
export const brokenOverProxies: Scenario = {
  name: 'Broken answers over proxies',
  run: async (stage) => {
    let service = await startService(stage.databaseUrl);
    const { port } = service;
    const headers = await newCustomer(port, OURS);
    const killed: Harm = {
      name: 'Process killed',
      happens: () => service.kill(),
      mends: async () => (service = await startService(stage.databaseUrl, {}, port)),
    };
    const proxies = await Promise.all(
      [startNginx, startModernNginx, startProxy].map((start) => start([port])),
    );
    const [nginx, modernNginx, haproxy] = proxies.map((proxy) => proxy.port) as [number, number, number];
    const customers = [curlOver('1.1'), nodeFetch, urllib];
    const failed = databaseHarms(stage);
    const tries: readonly (readonly [Way, readonly Harm[], Moment?])[] = [
      [{ name: 'directly', port, downloaders: customers }, [...failed, killed]],
      [{ name: 'through nginx over HTTP/1.1', port: modernNginx, downloaders: customers }, [killed]],
      [{ name: 'through HAProxy', port: haproxy, downloaders: [curlOver('1.1')] }, [...failed, killed]],
      // HTTP/1.0: an answer must have its length, docs/decisions/0006
      ...[
        { name: 'directly over HTTP/1.0', port, downloaders: [curlOver('1.0')] },
        { name: 'through nginx as it comes', port: nginx, downloaders: customers },
      ].flatMap((way): [Way, Harm[], Moment][] => [
        [way, stage.isShort ? [killed] : [...failed, killed], 'while an answer is read'],
        [way, [killed], 'while an answer is sent'],
      ]),
    ];
    let turn = 0;
    for (const [way, harms, moment] of tries)
      for (const harm of harms) await new CutDownloads(stage, way, harm, headers, moment).try(turn++);
    await Promise.all([...proxies, service].map((program) => program.stop()));
  },
};

const databaseHarms = (stage: Stage): readonly Harm[] => [
  {
    name: 'Database connection ended',
    happens: () => killReaders(stage, 'CONNECTION'),
    mends: () => Promise.resolve(),
    isMadeUpFor: true,
  },
  { name: 'Database killed', happens: () => stage.server.kill(), mends: () => stage.server.start() },
];
