/** Downloads long responses in a process of its own: reads a job from standard input and prints the results. */
import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

export type EncodingName = 'br' | 'gzip';

export interface DownloadJob {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly count?: number;
  readonly seconds?: number;
  readonly encoding?: EncodingName;
  readonly bytesPerSecond?: number;
  readonly disconnectAfterMs?: number;
  readonly digest?: boolean;
}

export interface DownloadResult {
  readonly status: number;
  readonly bytes: number;
  readonly firstByteMs: number;
  readonly ms: number;
  readonly digest?: string;
}

async function downloads(job: DownloadJob): Promise<DownloadResult[]> {
  const { count = 1 } = job;
  return (await Promise.all(Array.from({ length: count }, () => downloadAgain(job)))).flat();
}

async function downloadAgain(job: DownloadJob): Promise<DownloadResult[]> {
  const results = [];
  const end = performance.now() + (job.seconds ?? 0) * 1000;
  do results.push(await download(job));
  while (performance.now() < end);
  return results;
}

function download(job: DownloadJob): Promise<DownloadResult> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { ...job.headers, ...(job.encoding && { 'accept-encoding': job.encoding }) };
    const request = get(
      { port: job.port, host: '127.0.0.1', path: job.path, headers, agent: false },
      (response) => {
        const slowReader = job.bytesPerSecond ? new SlowReader(response, job.bytesPerSecond) : undefined;
        let bytes = 0;
        let firstByteMs = NaN;
        const finish = (digest?: string): void =>
          resolve({
            status: response.statusCode ?? 0,
            bytes,
            firstByteMs,
            ms: performance.now() - start,
            ...(digest !== undefined && { digest }),
          });
        if (response.headers['content-encoding'] !== job.encoding)
          reject(new Error(`${job.path} was not encoded as ${job.encoding ?? 'none'}`));
        response.on('data', (chunk: Buffer) => {
          if (bytes === 0) firstByteMs = performance.now() - start;
          bytes += chunk.length;
          slowReader?.read(chunk.length);
        });
        if (job.digest) digestOf(decompressed(response, job.encoding)).then(finish, reject);
        else response.on('end', () => finish());
        response.on('error', job.disconnectAfterMs ? () => finish() : reject);
      },
    );
    request.on('error', (error) => {
      if (job.disconnectAfterMs)
        resolve({ status: 0, bytes: 0, firstByteMs: NaN, ms: performance.now() - start });
      else reject(error);
    });
    if (job.disconnectAfterMs) setTimeout(() => request.destroy(), job.disconnectAfterMs);
  });
}

function decompressed(response: IncomingMessage, encoding: EncodingName | undefined): Readable {
  if (!encoding) return response;
  return response.pipe(encoding === 'br' ? createBrotliDecompress() : createGunzip());
}

async function digestOf(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Limits the backlog that a reader catches up on after a late timer. */
const MAX_BACKLOG_MS = 10;

class SlowReader {
  private freeAt = 0;

  constructor(
    private readonly response: IncomingMessage,
    private readonly bytesPerSecond: number,
  ) {}

  read(bytes: number): void {
    const now = performance.now();
    this.freeAt = Math.max(this.freeAt, now - MAX_BACKLOG_MS) + (bytes / this.bytesPerSecond) * 1000;
    if (this.freeAt - now < 1 || this.response.isPaused()) return;
    this.response.pause();
    setTimeout(() => this.response.resume(), this.freeAt - now);
  }
}

async function main(): Promise<void> {
  const results = await downloads(JSON.parse(await text(process.stdin)) as DownloadJob);
  process.stdout.write(JSON.stringify(results), () => process.exit());
}

if (require.main === module) void main();
