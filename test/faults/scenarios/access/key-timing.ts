import { Agent } from 'node:http';
import { newKey } from '../../../../src/auth/keys/key-format.js';
import { send } from '../../stage/load/client.js';
import { customer, makeKey, manage, OURS } from '../../stage/fixtures.js';
import { startService } from '../../stage/service.js';
import type { Scenario } from '../../stage/stage.js';
import { alternate, compareTimes } from '../../stage/findings/timing.js';

const SAMPLES = 3_000;
/** As many of each kind: what the client and the database remember of a key must not make the difference. */
const KEYS = 40;
const PATH = '/api/v1/device/id/van-02';

/** What may have become of a key. */
const SPOILT = {
  deleted: (port: number, id: string) => manage(port, 'DELETE', `/${id}`),
  replaced: (port: number, id: string) => manage(port, 'POST', `/${id}/regenerate`),
};

export const keyTiming: Scenario = {
  name: 'What the time of a refusal tells',
  isOnlyFull: true,
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const { port } = service;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refusal = async (key = ''): Promise<number> => {
      const reply = await send(port, PATH, { headers: customer(key, OURS), agent });
      if (reply.status !== 401) throw new Error(`A wrong key is answered with ${reply.status}`);
      return reply.ms;
    };
    const inTurn = (keys: readonly string[]) => {
      let at = 0;
      return () => refusal(keys[at++ % keys.length]);
    };
    for (let at = 0; at < 300; at++) await refusal(newKey()); // warm
    const unknown = inTurn(Array.from({ length: KEYS }, newKey));
    for (const [what, spoil] of Object.entries(SPOILT)) {
      const keys: string[] = [];
      while (keys.length < KEYS) {
        const { id, key } = await makeKey(port, OURS);
        await spoil(port, id);
        keys.push(key);
      }
      const promise = `The time of a refusal does not tell unknown keys apart: one that never was and one that was ${what}`;
      compareTimes(stage, promise, await alternate(SAMPLES, unknown, inTurn(keys)));
    }
    agent.destroy();
    await service.stop();
  },
};
