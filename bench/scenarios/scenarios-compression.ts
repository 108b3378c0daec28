import type { DownloadResult, EncodingName } from '../client/downloads.js';
import type { Contender } from '../contenders/contenders.js';
import type { Lab } from '../lab.js';
import { BULK_TEN_DAYS } from './comparisons.js';
import { ratiosToFirst } from './measure.js';
import { atLeast, atMost, type Scenario } from './scenario.js';
import { loadDuringBulk } from './scenarios-streams.js';

const LINE_BYTES_PER_SECOND = 12_500_000;
const PLAIN_AND_BR = [undefined, 'br'] as const;

export const smaller: Scenario = {
  name: 'smaller',
  async run(lab) {
    const product = await lab.start('product');
    const fewer = await fewerBytes(lab, product);
    const times = (bytesPerSecond?: number) =>
      ratiosToFirst(lab.options.rounds, PLAIN_AND_BR, async (encoding) => {
        const { ms } = await downloadLocations(lab, product, encoding, {
          ...(bytesPerSecond && { bytesPerSecond }),
        });
        return ms;
      });
    const loopback = (await times()).get('br')!;
    const over100Mbit = (await times(LINE_BYTES_PER_SECOND)).get('br')!;
    return [
      atLeast('Locations in br: reduction of bytes', fewer, 'times', 6),
      atLeast('Locations in br: rate over loopback, relative to uncompressed', 1 / loopback, 'times', 0.6),
      atLeast('Locations in br: rate over 100 Mbit/s, relative to uncompressed', 1 / over100Mbit, 'times', 5),
    ];
  },
};

async function fewerBytes(lab: Lab, product: Contender): Promise<number> {
  const plain = await downloadLocations(lab, product, undefined, { digest: true });
  const br = await downloadLocations(lab, product, 'br', { digest: true });
  if (plain.digest !== br.digest) throw new Error('The compressed response differs');
  return plain.bytes / br.bytes;
}

function downloadLocations(
  lab: Lab,
  { port }: Contender,
  encoding: EncodingName | undefined,
  options: { digest?: boolean; bytesPerSecond?: number },
): Promise<DownloadResult> {
  return lab.download({ port, path: BULK_TEN_DAYS, ...options, ...(encoding && { encoding }) });
}

export const duringCompressedBulk: Scenario = {
  name: 'during-bulk-compressed',
  async run(lab) {
    const product = await lab.start('product');
    const p99 = await ratiosToFirst(
      lab.options.rounds,
      PLAIN_AND_BR,
      async (encoding) => (await loadDuringBulk(lab, product, encoding)).p99,
    );
    return [
      atMost(
        'p99 of small requests during a br download, relative to an uncompressed one',
        p99.get('br')!,
        'times',
        1.5,
      ),
    ];
  },
};
