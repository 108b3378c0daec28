import { setTimeout as wait } from 'node:timers/promises';
import { send, type Reply } from '../../faults/stage/load/client.js';
import { newCustomer } from '../../faults/stage/fixtures.js';
import { startService } from '../../faults/stage/service.js';
import { SteadyLoad } from '../../faults/stage/load/steady-load.js';
import { ms } from '../../faults/stage/stage.js';
import type { ClusterScenario } from '../stage/cluster-stage.js';
import { TRIED } from '../stage/known-fleet.js';
import { OtherWork } from '../stage/other-work.js';

const NOT_READY_WITHIN_MS = 3_000;
const LASTS_MS = 8_000;
const RATE = 30;
const LOOK_EVERY_MS = 20;
const PATHS = ['/api/v1/device/', '/api/v1/device/id/device-1', '/api/v1/device/datausage/id/device-2'];

/** An instance that asks one node alone, with no proxy that would know better. */
export const withoutQuorum: ClusterScenario = {
  name: 'Galera, a node without a quorum',
  run: async (stage) => {
    const { cluster, databaseOfNode } = await stage.galera();
    const [node, ...others] = cluster.nodes;
    const instance = await startService(databaseOfNode(node!));
    const headers = await newCustomer(instance.port, TRIED);
    const load = new SteadyLoad(RATE, (agent, at) =>
      send(instance.port, PATHS[at % PATHS.length]!, { headers, agent }),
    );
    const isReady = async (): Promise<boolean> => (await send(instance.port, '/health/ready')).status === 200;
    const became = async (wanted: boolean): Promise<number> => {
      const began = performance.now();
      while ((await isReady()) !== wanted && performance.now() - began < 30_000) await wait(LOOK_EVERY_MS);
      return performance.now() - began;
    };
    const work = new OtherWork();
    for (const other of others) other.freeze();
    const lost = await became(false);
    const busy = work.share;
    await wait(LASTS_MS - lost);
    for (const other of others) other.thaw();
    const back = await became(true);
    await cluster.whole();
    const replies = await load.end();
    stage.measured(
      'it is not ready within 3 s',
      lost <= NOT_READY_WITHIN_MS,
      `${ms(lost)} (${OtherWork.named(busy)})`,
      OtherWork.isLittle(busy),
    );
    const odd = replies.filter(({ status }) => status !== 200 && status !== 503);
    const { complaints } = instance;
    stage.found(
      'every answer is whole or a 503, and nobody has to act',
      odd.length === 0 && complaints.length === 0,
      `${count(replies, 200)} served, ${count(replies, 503)} refused, ${odd.length} other, ${complaints.length} complaints; ready ${ms(back)} after the others` +
        [odd[0]?.body, complaints[0]]
          .filter(Boolean)
          .map((text) => `; ${text?.slice(0, 200)}`)
          .join(''),
    );
    await instance.kill();
  },
};

const count = (replies: readonly Reply[], wanted: number): number =>
  replies.filter(({ status }) => status === wanted).length;
