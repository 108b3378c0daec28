import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinary, freePort } from '../../support/private-server.js';
import { send } from './client.js';

/** As an operator would write it: readiness decides, and nothing is sent twice. */
const config = (port: number, instances: readonly number[]): string => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 30s
  retries 3
  option redispatch
frontend api
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
  default-server check inter 200ms fall 2 rise 1
${instances.map((at, index) => `  server instance-${index + 1} 127.0.0.1:${at}`).join('\n')}
`;

/** HAProxy in front of the instances on the given ports. */
export async function startProxy(
  instances: readonly number[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const binary = findBinary('haproxy');
  if (!binary) throw new Error('There is no haproxy on this machine');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `cda-test-faults-log-${process.pid}-`));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config(port, instances));
  const proxy = spawn(binary, ['-db', '-f', file], { stdio: 'ignore' });
  process.on('exit', () => proxy.kill('SIGKILL'));
  while ((await send(port, '/health/ready')).status !== 200) await wait(50);
  return {
    port,
    stop: async () => {
      proxy.kill('SIGKILL');
      if (proxy.exitCode === null) await once(proxy, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
