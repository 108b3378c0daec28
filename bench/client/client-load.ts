import { connect, type Socket } from 'node:net';

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Sent in turn. */
  readonly requests: readonly {
    readonly path: string;
    readonly key: string;
    readonly enterprise: string;
    /** The mark of an answer that the client has. */
    readonly mark?: string;
  }[];
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Milliseconds: the median of the first byte, and what half, nearly all and all of the requests took. */
  readonly firstByte: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

/**
 * Keep-alive connections that each send the next request as soon as they have an answer. Straight on sockets, because Node's
 * own client would cost more than the servers that it measures.
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const messages = job.requests.map(({ path, key, enterprise, mark }) => {
    const known = mark === undefined ? '' : `If-None-Match: ${mark}\r\n`;
    return Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nx-enterprise-id: ${enterprise}\r\n${known}\r\n`,
    );
  });
  const latencies: number[] = [];
  const firstBytes: number[] = [];
  let bytes = 0;
  let next = 0;
  const start = performance.now();
  const end = start + job.seconds * 1000;
  const onAnswer = (answer?: Answered): Buffer | undefined => {
    if (answer) {
      latencies.push(answer.ms);
      firstBytes.push(answer.firstByteMs);
      bytes += answer.size;
    }
    return performance.now() < end ? messages[next++ % messages.length] : undefined;
  };
  await Promise.all(Array.from({ length: job.connections }, () => runConnection(job.port, onAnswer)));
  const seconds = (performance.now() - start) / 1000;
  for (const times of [latencies, firstBytes]) times.sort((one, other) => one - other);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? NaN;
  return {
    requests: latencies.length,
    seconds,
    bytes,
    firstByte: firstBytes[Math.floor(firstBytes.length / 2)] ?? NaN,
    p50: at(0.5),
    p99: at(0.99),
    slowest: latencies.at(-1) ?? NaN,
  };
}

interface Answered {
  readonly ms: number;
  readonly firstByteMs: number;
  readonly size: number;
}

/** Asks for the next request with what the last one took, until there is none. */
function runConnection(port: number, onAnswer: (answer?: Answered) => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let firstByteMs = 0;
    let missing = -1; // of the answer's body; below zero while the head is awaited
    let size = 0;
    const send = (message: Buffer | undefined): void => {
      if (message) {
        sentAt = performance.now();
        missing = -1;
        socket.write(message);
      } else {
        socket.end();
        resolve();
      }
    };
    socket.on('connect', () => send(onAnswer()));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        firstByteMs = performance.now() - sentAt;
        const { headSize, bodySize } = readHead(chunk);
        size = bodySize;
        missing = bodySize + headSize;
      }
      missing -= chunk.length;
      if (missing === 0) send(onAnswer({ ms: performance.now() - sentAt, firstByteMs, size }));
    });
  });
}

function readHead(chunk: Buffer): { headSize: number; bodySize: number } {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  if (end >= 0 && head.startsWith('HTTP/1.1 304')) return { headSize: end + 4, bodySize: 0 };
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || length === undefined) {
    throw new Error(`An answer is not as expected: ${head.slice(0, 300)}`);
  }
  return { headSize: end + 4, bodySize: Number(length) };
}
