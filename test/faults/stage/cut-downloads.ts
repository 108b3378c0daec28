import { setTimeout as wait } from 'node:timers/promises';
import { send } from './requests.js';
import type { Downloader, Ending, Running } from './downloads.js';
import { LONG_DAYS } from './fixtures.js';
import type { Stage } from './stage.js';

/** The queries of positions that run. */
const READERS =
  "FROM information_schema.processlist WHERE info LIKE '%locations%' AND info NOT LIKE '%processlist%'";
const PATH = '/api/v1/device-location/bulk';
const SHORT_DAYS = '?startdate=2025-01-01&enddate=2025-01-01';
const FORMATS = ['json', 'ndjson', 'csv', 'parquet'] as const;
const MOST_TRIES = 5;

/** Ends what reads positions. Gives how many that were. */
export async function killReaders({ server }: Stage, what: 'CONNECTION' | 'QUERY'): Promise<number> {
  const readers = await server.ask<{ id: number }>(`SELECT id ${READERS}`);
  for (const { id } of readers) await server.ask(`KILL ${what} ${id}`);
  return readers.length;
}

/** How a customer's program gets at the service. */
export interface Way {
  readonly name: string;
  readonly port: number;
  readonly downloaders: readonly Downloader[];
}

/** What may happen in the middle of an answer, and what makes it good again. */
export interface Harm {
  readonly name: string;
  readonly happens: () => Promise<unknown>;
  readonly mends: () => Promise<unknown>;
}

interface Wanted {
  readonly format: string;
  readonly encoding: string;
}

/** One harm to downloads over one way, in every format and encoding. */
export class CutDownloads {
  constructor(
    private readonly stage: Stage,
    private readonly way: Way,
    private readonly harm: Harm,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** Of the short form a part, another one at each turn. */
  async try(turn: number): Promise<void> {
    const { downloaders } = this.way;
    const { isShort } = this.stage;
    const tried = isShort ? [downloaders[turn % downloaders.length]!] : downloaders;
    const wrong: string[] = [];
    let count = 0;
    await this.untilReady();
    for (const downloader of tried) {
      const all = wantedBy(downloader);
      const some = isShort ? all.filter((_, at) => at % 3 === Math.floor(turn / 3) % 3) : all;
      count += some.length;
      wrong.push(
        ...(await this.wholeRefused(downloader, some)),
        ...(await this.partsTaken(downloader, some)),
      );
    }
    this.stage.found(
      `${this.harm.name} in the middle of an answer, ${this.way.name}: nobody takes a part for the whole, in any format and encoding`,
      wrong.length === 0,
      `${count} downloads by ${tried.map(({ name }) => name).join(', ')}` +
        (wrong.map((line) => `; ${line}`).join('') || ' end with an error'),
    );
  }

  /** Downloads that nothing happens to, and that fail all the same. */
  private async wholeRefused(downloader: Downloader, all: readonly Wanted[]): Promise<string[]> {
    const endings = await Promise.all(all.map((wanted) => this.start(downloader, wanted, SHORT_DAYS).ended));
    return all.flatMap((wanted, at) => {
      const ending = endings[at]!;
      return ending.isWhole
        ? []
        : [`${downloader.name} refused a whole answer, ${described(wanted, ending)}`];
    });
  }

  /** Downloads that had begun when it happened, and that end well. What was whole all the same, or never began, is tried again. */
  private async partsTaken(downloader: Downloader, all: readonly Wanted[]): Promise<string[]> {
    const taken: string[] = [];
    let left = all;
    for (let tries = 0; left.length > 0 && tries < MOST_TRIES; tries++) {
      const running = left.map((wanted) => this.start(downloader, wanted, LONG_DAYS));
      await Promise.all(running.map(({ begun }) => begun));
      const early = running.map((download) => download.hasEnded());
      await this.harm.happens();
      const endings = await Promise.all(running.map(({ ended }) => ended));
      await this.harm.mends();
      await this.untilReady();
      const again: Wanted[] = [];
      for (const [at, wanted] of left.entries()) {
        const ending = endings[at]!;
        if (early[at] || ending.bytes === 0) again.push(wanted);
        else if (ending.isWhole) {
          // a proxy may have had all of it already
          const whole = await this.start(downloader, wanted, LONG_DAYS).ended;
          if (whole.bytes === ending.bytes) again.push(wanted);
          else taken.push(`${downloader.name} took a part for the whole, ${described(wanted, ending)}`);
        }
      }
      left = again;
    }
    return [...taken, ...left.map(({ format }) => `${downloader.name} could not be cut off, ${format}`)];
  }

  private start(downloader: Downloader, { format, encoding }: Wanted, days: string): Running {
    const url = `http://127.0.0.1:${this.way.port}${PATH}${days}&format=${format}`;
    return downloader.start(url, { ...this.headers, 'accept-encoding': encoding });
  }

  /** A proxy takes a while to see that the service is there again. */
  private async untilReady(): Promise<void> {
    while ((await send(this.way.port, '/health/ready')).status !== 200) await wait(50);
  }
}

/** Parquet has no other encoding. */
const wantedBy = ({ encodings }: Downloader): Wanted[] =>
  FORMATS.flatMap((format) =>
    encodings
      .filter((encoding) => encoding === 'identity' || format !== 'parquet')
      .map((encoding) => ({ format, encoding })),
  );

const described = ({ format, encoding }: Wanted, { bytes, says }: Ending): string =>
  `${format} ${encoding}, ${bytes} bytes: ${says}`;
