import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../http/http.js';
import { findBinary } from '../process/find-binary.js';
import { freePort } from '../process/free-port.js';
import { Program } from '../process/program.js';

export interface Proxy {
  readonly port: number;
  stop(): Promise<unknown>;
}

interface Kind {
  readonly name: string;
  readonly config: (port: number, instances: readonly number[], folder: string) => string;
  readonly args: (file: string) => readonly string[];
}

/** That of deploy/pair, on another port, for other instances. */
const HAPROXY: Kind = {
  name: 'haproxy',
  args: (file) => ['-db', '-f', file],
  config: (port, instances) =>
    readFileSync(join(__dirname, '../../../../deploy/pair/haproxy/1-api.cfg'), 'utf8')
      .replace('bind :3000', `bind 127.0.0.1:${port}`)
      .replace(
        /(?:^ {2}server .*\n)+/m,
        instances.map((at, index) => `  server instance-${index + 1} 127.0.0.1:${at}\n`).join(''),
      ),
};

/** What Debian's nginx.conf and proxy_params say; the files in a folder of our own. `more` is about how nginx speaks to the service. */
const nginx = (more: string): Kind => ({
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
      ${more}
      proxy_set_header Host $host;
      proxy_set_header X-Real-IP $remote_addr;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`,
});

/** HAProxy in front of the instances on the given ports. */
export const startProxy = (instances: readonly number[]): Promise<Proxy> => run(HAPROXY, instances);

/** nginx as it comes, likewise: it speaks HTTP/1.0 to the service. */
export const startNginx = (instances: readonly number[]): Promise<Proxy> => run(nginx(''), instances);

/** nginx as the README sets it up. */
export const startModernNginx = (instances: readonly number[]): Promise<Proxy> =>
  run(nginx('proxy_http_version 1.1; proxy_set_header Connection "";'), instances);

async function run({ name, config, args }: Kind, instances: readonly number[]): Promise<Proxy> {
  const binary = findBinary(name);
  if (!binary) throw new Error(`There is no ${name} on this machine`);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-proxy-'));
  chmodSync(folder, 0o755); // started by root, nginx works as somebody else
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, config(port, instances, folder));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const proxy = new Program([binary, ...args(file)]);
  await proxy.until(
    async () => (await send(`http://127.0.0.1:${port}`, { path: '/health/ready' })).status === 200,
  );
  return { port, stop: () => proxy.stop() };
}
