import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinary } from '../../support/private-server.js';
import { send } from './client.js';
import { freePort } from '../../support/free-port.js';

const START_LIMIT_MS = 20_000;

export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

interface Program {
  readonly name: string;
  readonly config: (port: number, instances: readonly number[], folder: string) => string;
  readonly args: (file: string) => readonly string[];
}

/** As an operator would write it: readiness decides, and nothing is sent twice. */
const HAPROXY: Program = {
  name: 'haproxy',
  args: (file) => ['-db', '-f', file],
  config: (port, instances) => `
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
`,
};

/** What Debian's nginx.conf and proxy_params say, and nothing about how nginx speaks to the service; the files in a folder of our own. */
const NGINX: Program = {
  name: 'nginx',
  args: (file) => ['-c', file, '-e', `${file}.errors`],
  config: (port, instances, folder) => `
worker_processes auto;
daemon off;
pid ${folder}/pid;
error_log ${folder}/nginx.conf.errors;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  default_type application/octet-stream;
  gzip on;
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `  ${of}_temp_path ${folder}/${of};`).join('\n')}
  upstream instances {
${instances.map((at) => `    server 127.0.0.1:${at};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_set_header Host $host;
      proxy_set_header X-Real-IP $remote_addr;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`,
};

/** HAProxy in front of the instances on the given ports. */
export const startProxy = (instances: readonly number[]): Promise<Proxy> => run(HAPROXY, instances);

/** nginx as it comes, likewise. */
export const startNginx = (instances: readonly number[]): Promise<Proxy> => run(NGINX, instances);

async function run({ name, config, args }: Program, instances: readonly number[]): Promise<Proxy> {
  const binary = findBinary(name);
  if (!binary) throw new Error(`There is no ${name} on this machine`);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `cda-test-faults-log-${process.pid}-`));
  chmodSync(folder, 0o755); // started by root, nginx works as somebody else
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, config(port, instances, folder));
  const proxy = spawn(binary, args(file), { stdio: 'ignore' });
  process.on('exit', () => proxy.kill('SIGTERM')); // which its own processes hear of, too
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while ((await send(port, '/health/ready')).status !== 200) {
    if (proxy.exitCode !== null || Date.now() > giveUpAt) throw new Error(`${name} does not start`);
    await wait(50);
  }
  return {
    port,
    stop: async () => {
      proxy.kill('SIGTERM');
      if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
