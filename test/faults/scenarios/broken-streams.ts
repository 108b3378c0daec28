import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Service } from '../../kit/process/service.js';
import { startModernNginx, startNginx, startProxy } from '../../kit/proxy/proxy.js';
import { LONG_DAYS, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { untilReady } from '../stage/requests.js';
import { most, ms, type Scenario, type Stage } from '../stage/stage.js';

const PATH = '/api/v1/device-location/bulk';
const SHORT_DAYS = '?startdate=2025-01-01&enddate=2025-01-01';
const FORMATS = ['json', 'ndjson', 'csv', 'parquet'];
const MOST_TRIES = 5;
const FROZEN_MS = 25_000;

/** The program of a customer. Its exit status is 0 if it takes the response as complete. */
interface Client {
  readonly name: string;
  readonly encodings: readonly string[];
  readonly command: (url: string, headers: readonly string[]) => readonly string[];
}

const curlOver = (version: '1.0' | '1.1'): Client => ({
  name: `curl over HTTP/${version}`,
  encodings: ['identity', 'gzip', 'br'],
  command: (url, headers) => {
    const options = ['-sSf', '--compressed', `--http${version}`];
    return ['curl', ...options, ...headers.flatMap((line) => ['-H', line]), url];
  },
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
  /** Repairs what the fault broke. */
  readonly end: () => unknown;
}

/** Interrupts responses in every format and encoding. No client may take a truncated one as complete. */
export const brokenStreams: Scenario = {
  name: 'Broken answers',
  run: async (stage) => {
    const { server, isShort } = stage;
    let service = await stage.start();
    const { port } = service;
    const headers = await newCustomer(port, OURS);
    const proxies = await Promise.all(
      [startNginx, startModernNginx, startProxy].map((start) => start([port])),
    );
    const [nginx, modernNginx, haproxy] = proxies.map((proxy) => proxy.port) as [number, number, number];
    const restart = async (): Promise<void> => void (service = await stage.start({}, port));
    const fault = (name: string, begin: Fault['begin'], end: Fault['end']): Fault => ({ name, begin, end });
    const database = [
      fault(
        'Database connection ended',
        () => endReads(stage, 'CONNECTION'),
        () => undefined,
      ),
      fault(
        'Database killed',
        () => server.kill(),
        () => server.start(),
      ),
    ];
    const otherDatabase = [
      fault(
        'Query ended',
        () => endReads(stage, 'QUERY'),
        () => undefined,
      ),
      fault(
        'Database stopped',
        () => server.stop(),
        () => server.start(),
      ),
    ];
    const frozen = fault(
      'Database frozen',
      () => server.freeze(),
      () => server.thaw(),
    );
    const killed = fault('Process killed', () => service.kill(), restart);
    const stopped = fault('Process stopped by a second SIGTERM', () => signalTwice(service), restart);
    // Over HTTP/1.0 a process that is killed cannot reset its connections (docs/contract.md, 2.11)
    const overHttp10 = isShort ? [stopped] : [...database, stopped];
    const direct: Way = { name: 'directly', port, clients: CLIENTS };
    const tries: readonly (readonly [Way, readonly Fault[]])[] = [
      [direct, [...database, ...otherDatabase, killed]],
      [{ ...direct, name: 'through nginx over HTTP/1.1', port: modernNginx }, [killed]],
      [{ name: 'through HAProxy', port: haproxy, clients: [curlOver('1.1')] }, [...database, killed]],
      [{ name: 'directly over HTTP/1.0', port, clients: [curlOver('1.0')] }, overHttp10],
      [{ ...direct, name: 'through nginx as it comes', port: nginx }, overHttp10],
    ];
    let turn = 0;
    for (const [way, faults] of tries)
      for (const one of faults) await interrupt(stage, way, one, headers, turn++);
    if (!isShort) {
      const slowest = await interrupt(
        stage,
        { ...direct, clients: [curlOver('1.1')] },
        frozen,
        headers,
        turn,
      );
      const promise = 'Database frozen in the middle of an answer: broken off within 25 s';
      stage.found(promise, slowest < FROZEN_MS, ms(slowest));
    }
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  },
};

/** Ends the connections or the queries that read locations. */
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

/** Interrupts every download over one way. The short form takes another part of them each turn. Returns how long the slowest one took to end. */
async function interrupt(
  stage: Stage,
  way: Way,
  fault: Fault,
  headers: Headers,
  turn: number,
): Promise<number> {
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
    for (const { isWhole, says } of await Promise.all(
      left.map((variant) => start(variant, SHORT_DAYS).ended),
    ))
      if (!isWhole) problems.push(`${client.name} refused a whole response, ${says}`);
    for (let tries = 0; left.length > 0 && tries < MOST_TRIES; tries++) {
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
          else problems.push(`${client.name} took a part for the whole, ${says}`);
        }
      }
      left = again;
    }
    if (left.length > 0) problems.push(`${client.name} ended too early ${left.length} times`);
  }
  stage.found(
    `${fault.name} in the middle of an answer, ${way.name}: nobody takes a part for the whole, in any format and encoding`,
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
  /** Resolves with the first bytes, or at the end. */
  readonly begun: Promise<unknown>;
  readonly ended: Promise<{ readonly bytes: number; readonly isWhole: boolean; readonly says: string }>;
  readonly hasEnded: () => boolean;
}

function download(
  { command }: Client,
  port: number,
  days: string,
  headers: Headers,
  { format, encoding }: Variant,
): Download {
  const lines = Object.entries({ ...headers, 'accept-encoding': encoding }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const [program = '', ...args] = command(`http://127.0.0.1:${port}${PATH}${days}&format=${format}`, lines);
  const client = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [bytes, errors] = [0, ''];
  client.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  client.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  const closed = once(client, 'close');
  const ended = closed.then(() => ({
    bytes,
    isWhole: client.exitCode === 0,
    says: `${format} ${encoding}, ${bytes} bytes: exit status ${client.exitCode} ${errors.trim().split('\n').at(-1)}`,
  }));
  const begun = Promise.race([once(client.stdout, 'data'), closed]);
  return { begun, ended, hasEnded: () => client.exitCode !== null };
}
