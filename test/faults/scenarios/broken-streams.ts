import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../stage/requests.js';
import { killReaders } from '../stage/cut-downloads.js';
import { LONG_DAYS, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { startService } from '../stage/stage.js';
import { count, most, ms, type Scenario, type Stage } from '../stage/stage.js';

const PATH = `/api/v1/device-location/bulk${LONG_DAYS}`;

interface Ending {
  readonly isComplete: boolean;
  readonly text: string;
}

export const brokenStreams: Scenario = {
  name: 'A database that fails in the middle of an answer',
  run: async (stage) => {
    const { server } = stage;
    const service = await startService(stage.databaseUrl);
    const headers = await newCustomer(service.port, OURS);
    const endings: Ending[] = [];
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      endings.push(await readWhile(service.port, headers, () => server.stop(signal)));
      await server.start();
      while ((await send(service.port, '/health/ready')).status !== 200) await wait(50);
    }
    endings.push(await readWhile(service.port, headers, () => endQueries(stage)));
    stage.found(
      'Database lost in the middle of an answer: the connection breaks, never a well-formed short array',
      endings.every(({ isComplete, text }) => !isComplete && text.startsWith('[{') && !isJson(text)),
      `${endings.filter(({ isComplete }) => !isComplete).length} of ${endings.length} answers broken off, after ${endings.map(({ text }) => count(text.length)).join(', ')} bytes`,
    );
    if (!stage.isShort) await frozen(stage, service.port, headers);
    await service.stop();
  },
};

async function frozen(stage: Stage, port: number, headers: Headers): Promise<void> {
  const began = performance.now();
  const ending = await readWhile(port, headers, () => stage.server.freeze());
  stage.server.thaw();
  const took = performance.now() - began;
  stage.found(
    'Database frozen in the middle of an answer: broken off within 25 s',
    !ending.isComplete && took < 25_000,
    ms(most([took])),
  );
}

/** Takes the first piece, lets `harm` happen while it reads no more, and then reads what still comes. */
function readWhile(port: number, headers: Headers, harm: () => Promise<void> | void): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: PATH, headers }, (incoming) => {
      outgoing.removeListener('error', reject).on('error', () => undefined); // `incoming` tells it, too
      let text = '';
      let done: Promise<unknown> = Promise.resolve();
      const settle = (): void =>
        void done.then(() => resolve({ isComplete: incoming.complete, text }), reject);
      if (incoming.statusCode !== 200) reject(new Error(`Answered ${incoming.statusCode}`));
      incoming.setEncoding('latin1');
      incoming.on('data', (piece: string) => (text += piece));
      incoming.on('error', settle);
      incoming.on('end', settle);
      incoming.once('data', () => {
        incoming.pause();
        done = wait(300).then(harm);
        void done.then(() => wait(200)).then(() => incoming.resume(), reject);
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function endQueries(stage: Stage): Promise<void> {
  if ((await killReaders(stage, 'QUERY')) === 0)
    throw new Error('No query was running any more: the answer is too short for this test');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
