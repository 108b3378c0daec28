import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Service } from '../../kit/process/service.js';
import { startDocumentedNginx, startNginx, startProxy } from '../../kit/proxy/proxy.js';
import { LONG_DAYS, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { untilReady } from '../stage/requests.js';
import { most, ms, type Scenario, type Stage } from '../stage/stage.js';

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
with urllib.request.urlopen(request) as answer:
    unpack = zlib.decompressobj(31) if answer.headers['Content-Encoding'] == 'gzip' else None
    while piece := answer.read(65536):
        sys.stdout.buffer.write(unpack.decompress(piece) if unpack else piece)
        sys.stdout.buffer.flush()
    if answer.length: # read() does not fail when bytes are missing
        sys.exit(f'{answer.length} bytes are missing')
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

interface Way {
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
    const [nginx, modernNginx, haproxy] = [
      await startNginx([port]),
      await startDocumentedNginx([port]),
      await startProxy([port]),
    ];
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
    const stopped: Fault = { name, begin: () => signalTwice(service), end: restart };
    // Over HTTP/1.0 a process that is killed cannot reset its connections (docs/contract.md, 2.11)
    const overHttp10 = isShort ? [stopped] : [...database, stopped];
    const direct: Way = { name: 'directly', port, clients: CLIENTS };
    const tries: readonly (readonly [Way, readonly Fault[]])[] = [
      [direct, [...database, ...otherDatabase, killed]],
      [{ ...direct, name: 'through nginx over HTTP/1.1', port: modernNginx.port }, [killed]],
      [{ name: 'through HAProxy', port: haproxy.port, clients: [curlOver('1.1')] }, [...database, killed]],
      [{ name: 'directly over HTTP/1.0', port, clients: [curlOver('1.0')] }, overHttp10],
      [{ ...direct, name: 'through nginx with default settings', port: nginx.port }, overHttp10],
    ];
    let turn = 0;
    for (const [way, faults] of tries)
      for (const one of faults) await interrupt(stage, way, one, headers, turn++);
    if (!isShort) {
      const way = { ...direct, clients: [curlOver('1.1')] };
      const slowest = await interrupt(stage, way, frozen, headers, turn);
      const promise = 'Database frozen during a response: the connection is reset within 25 s';
      stage.found(promise, slowest < FROZEN_MS, ms(slowest));
    }
    for (const proxy of [nginx, modernNginx, haproxy]) await proxy.stop();
  },
};

async function endReads({ server }: Stage, what: 'CONNECTION' | 'QUERY'): Promise<void> {
  const reads = await server.ask<{ id: number }>(
    "SELECT id FROM information_schema.processlist WHERE info LIKE '%locations%' AND info NOT LIKE '%processlist%'",
  );
  for (const { id } of reads) await server.ask(`KILL ${what} ${id}`);
}

/** Sends the second SIGTERM after the log line of the first: it ends the process without waiting for responses. */
async function signalTwice(service: Service): Promise<void> {
  service.signal('SIGTERM');
  await service.line(({ msg }) => msg === 'stopping');
  await service.stop('SIGTERM');
}

/** Interrupts every download over one way. Returns the time that the slowest one took to end. */
async function interrupt(stage: Stage, way: Way, fault: Fault, headers: Headers, turn: number) {
  const clients = stage.isShort ? [way.clients[turn % way.clients.length]!] : way.clients;
  const problems: string[] = [];
  const took: number[] = [];
  let downloads = 0;
  await untilReady(way.port);
  for (const client of clients) {
    const start = (variant: Variant, days: string): Download =>
      download(client, way.port, days, headers, variant);
    const all = variantsOf(client);
    let left = stage.isShort ? all.filter((_variant, at) => at % 3 === Math.floor(turn / 3) % 3) : all;
    downloads += left.length;
    const short = await Promise.all(left.map((variant) => start(variant, SHORT_DAYS).ended));
    for (const { isWhole, says } of short)
      if (!isWhole) problems.push(`${client.name} rejected a complete response, ${says}`);
    for (let tries = 0; left.length > 0 && tries < MAX_TRIES; tries++) {
      const running = left.map((variant) => start(variant, LONG_DAYS));
      await Promise.all(running.map(({ begun }) => begun));
      const early = running.map((one) => one.hasEnded());
      const began = performance.now();
      await fault.begin();
      const endings = await Promise.all(running.map(({ ended }) => ended));
      took.push(performance.now() - began);
      await fault.end();
      await untilReady(way.port);
      const again: Variant[] = [];
      for (const [at, variant] of left.entries()) {
        const { bytes, isWhole, says } = endings[at]!;
        if (early[at] || bytes === 0) again.push(variant);
        else if (isWhole) {
          // A proxy may have received the whole response before the fault
          if ((await start(variant, LONG_DAYS).ended).bytes === bytes) again.push(variant);
          else problems.push(`${client.name} did not detect the truncation, ${says}`);
        }
      }
      left = again;
    }
    if (left.length > 0) problems.push(`${client.name} ended too early ${left.length} times`);
  }
  stage.found(
    `${fault.name} during a response, ${way.name}: every client detects the truncation, in any format and encoding`,
    problems.length === 0,
    `${downloads} downloads by ${clients.map(({ name }) => name).join(', ')} ${problems.join('; ') || 'end with an error'}`,
  );
  return most(took);
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
  readonly begun: Promise<unknown>;
  readonly ended: Promise<{ readonly bytes: number; readonly isWhole: boolean; readonly says: string }>;
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
  let [bytes, errors] = [0, ''];
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  const closed = once(child, 'close');
  const ended = closed.then(() => ({
    bytes,
    isWhole: child.exitCode === 0,
    says: `${format} ${encoding}, ${bytes} bytes: exit status ${child.exitCode} ${errors.trim().split('\n').at(-1)}`,
  }));
  const begun = Promise.race([once(child.stdout, 'data'), closed]);
  return { begun, ended, hasEnded: () => child.exitCode !== null };
}
