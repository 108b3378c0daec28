import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { send } from '../http/http.js';
import { findBinary } from '../process/find-binary.js';
import { freePort } from '../process/free-port.js';
import { Program } from '../process/program.js';

export interface Proxy {
  readonly port: number;
  stop(): Promise<unknown>;
}

export async function startProxy(instances: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const file = 'pair/haproxy/1-api.cfg';
  const proxy = startDeployed([file], { ':3000': `127.0.0.1:${port}` }, withInstances(instances));
  return whenReady(port, proxy);
}

/** nginx with its defaults speaks HTTP/1.0 to the service. */
export const startNginx = (instances: readonly number[]): Promise<Proxy> =>
  runNginx((port) => defaultSite(port, instances));

/** Uses the configuration of docs/operations/reverse-proxy.md without TLS. */
export const startDocumentedNginx = (instances: readonly number[]): Promise<Proxy> =>
  runNginx((port) => documentedSite(port, instances));

async function runNginx(siteFor: (port: number) => string): Promise<Proxy> {
  const binary = findBinary('nginx');
  if (!binary) throw new Error('nginx is not installed');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-proxy-'));
  chmodSync(folder, 0o755); // The workers of nginx run as another user
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConfig(folder, siteFor(port)));
  return whenReady(port, new Program([binary, '-c', file, '-e', `${file}.errors`]));
}

const nginxConfig = (folder: string, site: string): string => `
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
${site}
}
`;

/** Uses the settings of Debian's nginx.conf and proxy_params. */
const defaultSite = (port: number, instances: readonly number[]): string => `
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
`;

const PAGE = join(__dirname, '../../../../docs/operations/reverse-proxy.md');

/** Replaces the addresses of the page, and removes its certificate. */
function documentedSite(port: number, instances: readonly number[]): string {
  const [, site = ''] = /^```nginx\n(.*?)^```/ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const [first = ''] = /^ *server 10\..*\n/m.exec(site) ?? [];
  const servers = instances.map((at) => first.replace(/10\S+:3000/, `127.0.0.1:${at}`));
  return site
    .replace(/(?:^ *server 10\..*\n)+/m, servers.join(''))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '');
}

async function whenReady(port: number, proxy: Program): Promise<Proxy> {
  await proxy.waitUntil(
    async () => (await send(`http://127.0.0.1:${port}`, { path: '/health/ready' })).status === 200,
  );
  return { port, stop: () => proxy.stop() };
}

const DEPLOY = join(__dirname, '../../../../deploy');

const withInstances =
  (ports: readonly number[]) =>
  (text: string): string =>
    text.replace(
      /(?:^ {2}server api-\d .*\n)+/m,
      ports.map((port, at) => `  server api-${at + 1} 127.0.0.1:${port}\n`).join(''),
    );

export function startDeployed(
  files: readonly string[],
  addresses: Readonly<Record<string, string>>,
  edit = (text: string): string => text,
): Program {
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-haproxy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    const tokens = edit(readFileSync(join(DEPLOY, file), 'utf8')).split(/(?<= )/);
    const replaced = tokens.map((token) => {
      const [, address = '', rest = ''] = /^([\w-]*:\d+)(.*)$/s.exec(token) ?? [];
      return addresses[address] === undefined ? token : addresses[address] + rest;
    });
    writeFileSync(join(folder, basename(file)), replaced.join(''));
  }
  return new Program([findBinary('haproxy') ?? 'haproxy', '-db', '-f', folder]);
}
