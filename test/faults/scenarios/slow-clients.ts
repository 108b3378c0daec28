import { connect } from 'node:net';
import { ADMIN_TOKEN } from '../../kit/process/service.js';
import { OURS } from '../stage/fixtures.js';
import { most, ms, type Scenario, type Stage } from '../stage/stage.js';

const SLOW_HEADERS = 'GET /api/v1/device/ HTTP/1.1\r\nHost: a\r\nX-Slow: ';
const SLOW_BODY =
  `POST /internal/v1/api-keys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nx-enterprise-id: ${OURS}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"application":"';

export const slowClients: Scenario = {
  name: 'Slow clients',
  run: async (stage) => {
    const { port } = await stage.start();
    await Promise.all([
      slowSenders(stage, port, 'Slow headers', SLOW_HEADERS, 12_500),
      slowSenders(stage, port, 'A slow body', SLOW_BODY, 17_500),
    ]);
  },
};

async function slowSenders(stage: Stage, port: number, what: string, begin: string, withinMs: number) {
  const ended = await Promise.all(Array.from({ length: 20 }, () => dribble(port, begin)));
  const problem = /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/;
  const right = ended.filter(({ took, text }) => took <= withinMs && problem.test(text));
  stage.found(
    `${what}: 408 within ${withinMs / 1000} s`,
    right.length === ended.length,
    `${right.length} of ${ended.length}, slowest ${ms(most(ended.map(({ took }) => took)))}`,
  );
}

function dribble(port: number, begin: string): Promise<{ took: number; text: string }> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    const drops = setInterval(() => socket.write('a'), 400);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drops);
      resolve({ took: performance.now() - began, text });
    });
  });
}
