import { Agent } from 'node:http';
import { runCli } from '../../../kit/process/program.js';
import { newKey } from '../../../../src/auth/keys/key-format.js';
import { send } from '../../stage/load/client.js';
import { customer, OURS } from '../../stage/fixtures.js';
import { onBothEngines } from '../../stage/instances.js';
import { startService } from '../../stage/service.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../../../kit/process/service.js';
import type { Scenario, Stage } from '../../stage/stage.js';
import { alternate, compareTimes } from '../../stage/findings/timing.js';

/** Each takes as long as a hash of a password. */
const SAMPLES = 200;
const KNOWN = 'demo@havelwerk.example';
const UNKNOWN = 'nobody@havelwerk.example';

export const signInTiming: Scenario = {
  name: 'What the time after a failed sign-in tells',
  isOnlyFull: true,
  run: (stage) =>
    onBothEngines(stage, (engine, databaseUrl) =>
      measure(stage, engine === 'MariaDB' ? 'MariaDB or MySQL' : engine, databaseUrl),
    ),
};

async function measure(stage: Stage, engine: string, databaseUrl: string): Promise<void> {
  await runCli(['demo'], { DATABASE_URL: databaseUrl, ADMIN_TOKEN, KEY_PEPPER }); // makes the administrator
  const service = await startService(databaseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const after = async (email: string): Promise<number> => {
    const failed = await send(service.port, '/portal/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong password, really' }),
      agent,
    });
    if (failed.status !== 401) throw new Error(`A wrong password is answered with ${failed.status}`);
    const { ms } = await send(service.port, '/api/v1/device/id/van-02', {
      headers: customer(newKey(), OURS),
      agent,
    });
    return ms;
  };
  for (let at = 0; at < 10; at++) await after(at % 2 === 0 ? KNOWN : UNKNOWN); // warm
  const samples = await alternate(
    SAMPLES,
    () => after(KNOWN),
    () => after(UNKNOWN),
  );
  const promise = `The request after a failed sign-in does not tell whether the account exists: ${engine}`;
  compareTimes(stage, promise, samples, [' (exists)', ' (does not)']);
  agent.destroy();
  await service.stop();
}
