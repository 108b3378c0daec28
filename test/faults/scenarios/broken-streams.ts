import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Service } from '../../kit/process/service.js';
import { startDocumentedNginx, startNginx, startProxy } from '../../kit/proxy/proxy.js';
import { LONG_DAYS, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { waitUntilReady } from '../stage/requests.js';
import { maximum, ms, type Scenario, type Stage } from '../stage/stage.js';

const PATH = '/api/v1/device-location/bulk';
const SHORT_DAYS = '?startdate=2025-01-01&enddate=2025-01-01';
const FORMATS = ['json', 'ndjson', 'csv', 'parquet'];
const MAX_TRIES = 5;
const FROZEN_MS = 25_000;

/** A customer's program. Its exit status is 0 if it takes the response as complete. */
interface Client {
  readonly name: string;
  readonly encodings: readonly string[];
  readonly command: (url: string, headers: readonly string[]) => readonly string[];
}

const curlOver = (version: '1.0' | '1.1'): Client => ({
  name: `curl over HTTP/${version}`,
  encodings: ['identity', 'gzip', 'br'],
  command: (url, headers) => [
    'curl',
    '-sSf',
    '--compressed',
    `--http${version}`,
    ...headers.flatMap((line) => ['-H', line]),
    url,
  ],
});

/** Uses the standard library only, as docs/guides does. */
const URLLIB = `
import sys, urllib.request, zlib
url, *lines = sys.argv[1:]
request = urllib.request.Request(url, headers=dict(line.split(': ', 1) for line in lines))
with urllib.request.urlopen(request) as response:
    unpack = zlib.decompressobj(31) if response.headers['Content-Encoding'] == 'gzip' else None
    while chunk := response.read(65536):
        sys.stdout.buffer.write(unpack.decompress(chunk) if unpack else chunk)
        sys.stdout.buffer.flush()
    if response.length: # read() does not fail when bytes are missing
        sys.exit(f'{response.length} bytes are missing')
if unpack and not unpack.eof:
    sys.exit('the gzip stream has no end')
`;

const FETCH = `
const [url, ...lines] = process.argv.slice(1);
fetch(url, { headers: lines.map((line) => line.split(': ')) }).then(async ({ ok, body }) => {
  for await (const chunk of body) process.stdout.write(chunk);
  process.exitCode = ok ? 0 : 1;
});
`;

const CLIENTS: readonly Client[] = [
  curlOver('1.1'),
  {
    name: 'fetch of Node',
    encodings: ['identity', 'gzip', 'br'],
    command: (url, headers) => [process.execPath, '-e', FETCH, url, ...headers],
  },
  {
    name: 'urllib of Python',
    encodings: ['identity', 'gzip'],
    command: (url, headers) => ['python3', '-c', URLLIB, url, ...headers],
  },
];

interface Route {
  readonly name: string;
  readonly port: number;
  readonly clients: readonly Client[];
}

interface Fault {
  readonly name: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
}

/** Interrupts responses in every format and encoding. No client may take a truncated one as complete. */
export const brokenStreams: Scenario = {
  name: 'Truncated responses',
  run: async (stage) => {
    const { server, isShort } = stage;
    let service = await stage.start();
    const { port } = service;
    const headers = await newCustomer(port, OURS);
    const nginx = await startNginx([port]);
    const modernNginx = await startDocumentedNginx([port]);
    const haproxy = await startProxy([port]);
    const restart = async (): Promise<void> => void (service = await stage.start({}, port));
    const nothing = (): void => undefined;
    const database: Fault[] = [
      { name: 'Database connection ended', begin: () => endReads(stage, 'CONNECTION'), end: nothing },
      { name: 'Database killed', begin: () => server.kill(), end: () => server.start() },
    ];
    const otherDatabase: Fault[] = [
      { name: 'Query ended', begin: () => endReads(stage, 'QUERY'), end: nothing },
      { name: 'Database stopped', begin: () => server.stop(), end: () => server.start() },
    ];
    const frozen: Fault = { name: 'Database frozen', begin: () => server.freeze(), end: () => server.thaw() };
    const killed: Fault = { name: 'Process killed', begin: () => service.kill(), end: restart };
    const name = 'Process stopped by a second SIGTERM';
    const stopped: Fault = { name, begin: () => sendTwoSigterms(service), end: restart };
    // Over HTTP/1.0 a process that is killed cannot reset its connections (docs/contract.md, 2.11)
    const overHttp10 = isShort ? [stopped] : [...database, stopped];
    const direct: Route = { name: 'directly', port, clients: CLIENTS };
    const tries: readonly (readonly [Route, readonly Fault[]])[] = [
      [direct, [...database, ...otherDatabase, killed]],
      [{ ...direct, name: 'through nginx over HTTP/1.1', port: modernNginx.port }, [killed]],
      [{ name: 'through HAProxy', port: haproxy.port, clients: [curlOver('1.1')] }, [...database, killed]],
      [{ name: 'directly over HTTP/1.0', port, clients: [curlOver('1.0')] }, overHttp10],
      [{ ...direct, name: 'through nginx with default settings', port: nginx.port }, overHttp10],
    ];
    let round = 0;
    for (const [route, faults] of tries)
      for (const fault of faults) await interrupt(stage, route, fault, headers, round++);
    if (!isShort) {
      const route = { ...direct, clients: [curlOver('1.1')] };
      const slowest = await interrupt(stage, route, frozen, headers, round);
      const guarantee = 'Database frozen during a response: the connection is reset within 25 s';
      stage.record(guarantee, slowest < FROZEN_MS, ms(slowest));
    }
    for (const proxy of [nginx, modernNginx, haproxy]) await proxy.stop();
  },
};

async function endReads({ server }: Stage, target: 'CONNECTION' | 'QUERY'): Promise<void> {
  const reads = await server.query<{ id: number }>(
    "SELECT id FROM information_schema.processlist WHERE info LIKE '%locations%' AND info NOT LIKE '%processlist%'",
  );
  for (const { id } of reads) await server.query(`KILL ${target} ${id}`);
}

/** Sends the second SIGTERM after the log line of the first: it ends the process without waiting for responses. */
async function sendTwoSigterms(service: Service): Promise<void> {
  service.signal('SIGTERM');
  await service.waitForLogLine(({ msg }) => msg === 'stopping');
  await service.stop('SIGTERM');
}

/** Interrupts every download over one route. Returns the time in which the slowest one ended. */
async function interrupt(stage: Stage, route: Route, fault: Fault, headers: Headers, round: number) {
  const clients = stage.isShort ? [route.clients[round % route.clients.length]!] : route.clients;
  const problems: string[] = [];
  const durations: number[] = [];
  let downloads = 0;
  await waitUntilReady(route.port);
  for (const client of clients) {
    const start = (variant: Variant, days: string): Download =>
      download(client, route.port, days, headers, variant);
    const all = variantsOf(client);
    let left = stage.isShort ? all.filter((_variant, at) => at % 3 === Math.floor(round / 3) % 3) : all;
    downloads += left.length;
    const short = await Promise.all(left.map((variant) => start(variant, SHORT_DAYS).ended));
    for (const { isWhole, description } of short)
      if (!isWhole) problems.push(`${client.name} rejected a complete response, ${description}`);
    for (let tries = 0; left.length > 0 && tries < MAX_TRIES; tries++) {
      const running = left.map((variant) => start(variant, LONG_DAYS));
      await Promise.all(running.map(({ firstByte }) => firstByte));
      const endedBefore = running.map((started) => started.hasEnded());
      const began = performance.now();
      await fault.begin();
      const endings = await Promise.all(running.map(({ ended }) => ended));
      durations.push(performance.now() - began);
      await fault.end();
      await waitUntilReady(route.port);
      const again: Variant[] = [];
      for (const [at, variant] of left.entries()) {
        const { bytes, isWhole, description } = endings[at]!;
        if (endedBefore[at] || bytes === 0) again.push(variant);
        else if (isWhole) {
          // A proxy may have received the whole response before the fault
          if ((await start(variant, LONG_DAYS).ended).bytes === bytes) again.push(variant);
          else problems.push(`${client.name} did not detect the truncation, ${description}`);
        }
      }
      left = again;
    }
    if (left.length > 0) problems.push(`${client.name} ended too early ${left.length} times`);
  }
  stage.record(
    `${fault.name} during a response, ${route.name}: every client detects the truncation, in any format and encoding`,
    problems.length === 0,
    `${downloads} downloads by ${clients.map(({ name }) => name).join(', ')} ${problems.join('; ') || 'end with an error'}`,
  );
  return maximum(durations);
}

interface Variant {
  readonly format: string;
  readonly encoding: string;
}

/** Parquet is never compressed. */
const variantsOf = ({ encodings }: Client): Variant[] =>
  FORMATS.flatMap((format) =>
    (format === 'parquet' ? ['identity'] : encodings).map((encoding) => ({ format, encoding })),
  );

interface Download {
  readonly firstByte: Promise<unknown>;
  readonly ended: Promise<{
    readonly bytes: number;
    readonly isWhole: boolean;
    readonly description: string;
  }>;
  readonly hasEnded: () => boolean;
}

function download(client: Client, port: number, days: string, headers: Headers, variant: Variant): Download {
  const { format, encoding } = variant;
  const all = Object.entries({ ...headers, 'accept-encoding': encoding });
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  const [program = '', ...args] = client.command(
    `http://127.0.0.1:${port}${PATH}${days}&format=${format}`,
    lines,
  );
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let bytes = 0;
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  const closed = once(child, 'close');
  const ended = closed.then(() => ({
    bytes,
    isWhole: child.exitCode === 0,
    description: `${format} ${encoding}, ${bytes} bytes: exit status ${child.exitCode} ${errors.trim().split('\n').at(-1)}`,
  }));
  const firstByte = Promise.race([once(child.stdout, 'data'), closed]);
  return { firstByte, ended, hasEnded: () => child.exitCode !== null };
}
