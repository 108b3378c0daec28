import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';

export interface DownloadJob {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  readonly enterprise: string;
  /** How many at the same time. */
  readonly count: number;
  /** Reads at this pace; as fast as it can without. */
  readonly bytesPerSecond?: number;
  /** Leaves after this long. */
  readonly leaveAfterMs?: number;
  /** Also brings a digest of the body. */
  readonly digest?: boolean;
}

export interface DownloadResult {
  readonly status: number;
  readonly bytes: number;
  readonly firstByteMs: number;
  readonly ms: number;
  readonly digest?: string;
}

export function runDownloads(job: DownloadJob): Promise<DownloadResult[]> {
  return Promise.all(Array.from({ length: job.count }, () => download(job)));
}

function download(job: DownloadJob): Promise<DownloadResult> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${job.key}`, 'x-enterprise-id': job.enterprise };
    const request = get(
      { port: job.port, host: '127.0.0.1', path: job.path, headers, agent: false },
      (response) => {
        const hash = job.digest ? createHash('sha256') : undefined;
        let bytes = 0;
        let firstByteMs = NaN;
        const finish = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            bytes,
            firstByteMs,
            ms: performance.now() - start,
            ...(hash && { digest: hash.digest('hex') }),
          });
        response.on('data', (chunk: Buffer) => {
          if (bytes === 0) firstByteMs = performance.now() - start;
          bytes += chunk.length;
          hash?.update(chunk);
          if (job.bytesPerSecond) pauseFor(response, (chunk.length / job.bytesPerSecond) * 1000);
        });
        response.on('end', finish);
        response.on('error', job.leaveAfterMs ? finish : reject);
      },
    );
    request.on('error', (error) => {
      // who left before the answer began has seen nothing of it
      if (job.leaveAfterMs) resolve({ status: 0, bytes: 0, firstByteMs: NaN, ms: performance.now() - start });
      else reject(error);
    });
    if (job.leaveAfterMs) setTimeout(() => request.destroy(), job.leaveAfterMs);
  });
}

function pauseFor(response: IncomingMessage, milliseconds: number): void {
  response.pause();
  setTimeout(() => response.resume(), milliseconds);
}
