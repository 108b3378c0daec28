import { connect } from 'node:net';
import { ADMIN_TOKEN } from '../../kit/process/service.js';
import { OURS } from '../stage/fixtures.js';
import { maximum, ms, type Scenario, type Stage } from '../stage/stage.js';

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

async function slowSenders(stage: Stage, port: number, title: string, begin: string, withinMs: number) {
  const ended = await Promise.all(Array.from({ length: 20 }, () => sendSlowly(port, begin)));
  const problem = /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/;
  const correct = ended.filter(({ elapsedMs, text }) => elapsedMs <= withinMs && problem.test(text));
  stage.record(
    `${title}: 408 within ${withinMs / 1000} s`,
    correct.length === ended.length,
    `${correct.length} of ${ended.length}, slowest ${ms(maximum(ended.map(({ elapsedMs }) => elapsedMs)))}`,
  );
}

function sendSlowly(port: number, begin: string): Promise<{ elapsedMs: number; text: string }> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    const timer = setInterval(() => socket.write('a'), 400);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ elapsedMs: performance.now() - began, text });
    });
  });
}
