import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A download that runs. */
export interface Running {
  /** Its first bytes came, or it has ended. */
  readonly begun: Promise<unknown>;
  readonly ended: Promise<Ending>;
  readonly hasEnded: () => boolean;
}

export interface Ending {
  readonly bytes: number;
  /** Whether whoever asked takes what came for the answer. */
  readonly isWhole: boolean;
  readonly says: string;
}

/** A program that customers download with. It unpacks what it asked to be packed. */
export interface Downloader {
  readonly name: string;
  readonly encodings: readonly string[];
  readonly start: (url: string, headers: Readonly<Record<string, string>>) => Running;
}

const lines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

export const curlOver = (version: '1.0' | '1.1'): Downloader => ({
  name: `curl over HTTP/${version}`,
  encodings: ['identity', 'gzip', 'br'],
  start: (url, headers) =>
    run('curl', [
      '-sSf',
      '--compressed',
      `--http${version}`,
      ...lines(headers).flatMap((line) => ['-H', line]),
      url,
    ]),
});

/** Nothing but the standard library, as in docs/guides. */
const URLLIB = `
import sys, urllib.request, zlib
url, *lines = sys.argv[1:]
request = urllib.request.Request(url, headers=dict(line.split(': ', 1) for line in lines))
with urllib.request.urlopen(request) as answer:
    unpack = zlib.decompressobj(31) if answer.headers['Content-Encoding'] == 'gzip' else None
    while piece := answer.read(65536):
        sys.stdout.buffer.write(unpack.decompress(piece) if unpack else piece)
        sys.stdout.buffer.flush()
    if answer.length: # pieces come without a word on what is missing
        sys.exit(f'{answer.length} bytes are missing')
if unpack and not unpack.eof:
    sys.exit('the packed answer has no end')
`;

export const urllib: Downloader = {
  name: 'urllib of Python',
  encodings: ['identity', 'gzip'],
  start: (url, headers) => run('python3', ['-c', URLLIB, url, ...lines(headers)]),
};

export const nodeFetch: Downloader = {
  name: 'fetch of Node',
  encodings: ['identity', 'gzip', 'br'],
  start: (url, headers) => {
    let begin: (value?: unknown) => void = () => undefined;
    const begun = new Promise((resolve) => (begin = resolve));
    const ended = fetchAll(url, headers, begin).finally(() => begin());
    return running(begun, ended);
  },
};

async function fetchAll(
  url: string,
  headers: Readonly<Record<string, string>>,
  begin: () => void,
): Promise<Ending> {
  let bytes = 0;
  try {
    const { body, status } = await fetch(url, { headers });
    for await (const piece of body ?? []) {
      bytes += (piece as Uint8Array).length;
      begin();
    }
    return { bytes, isWhole: status === 200, says: `status ${status}` };
  } catch (error) {
    return { bytes, isWhole: false, says: String((error as Error).cause ?? error) };
  }
}

/** A program that writes what comes to its standard output, and whose exit status says whether that is all. */
function run(command: string, args: readonly string[]): Running {
  const client = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let bytes = 0;
  let said = '';
  client.stdout.on('data', (piece: Buffer) => (bytes += piece.length));
  client.stderr.on('data', (piece: Buffer) => (said += String(piece)));
  const closed = once(client, 'close');
  const ended = closed.then(() => ({
    bytes,
    isWhole: client.exitCode === 0,
    says: `exit status ${client.exitCode} ${said.trim().split('\n').at(-1)}`,
  }));
  return running(Promise.race([once(client.stdout, 'data'), closed]), ended);
}

function running(begun: Promise<unknown>, ended: Promise<Ending>): Running {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  return { begun, ended, hasEnded: () => hasEnded };
}
