import { OldRemovalsService } from '../modules/retention/old-removals.service.js';
import {
  HISTORY_KINDS,
  RetentionService,
  type Counts,
  type Forgotten,
} from '../modules/retention/retention.service.js';
import { INTERRUPTED, OK, type Commands } from './command.js';
import { refuseNewerSchema, withSettings } from './with-services.js';

const OPERATOR = { actor: 'command-line', address: '', requestId: '' } as const;

export const COMMANDS: Commands = {
  retention: {
    usage: `  retention [--dry-run]   removes usage, screen time and positions that are older than their enterprises keep, or says
                          what it would remove; with MySQL set KEY_PEPPER as for the service, whose audit trail it seals`,
    options: { 'dry-run': { type: 'boolean' } },
    run: (env, _words, values) => {
      const isDryRun = values['dry-run'] === true;
      const stop = new AbortController();
      // a second one ends the process at once, which loses nothing but the running slice
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      return withSettings(env, async (services) => {
        await refuseNewerSchema(services, 'retention');
        const retention = services.get(RetentionService);
        const all = isDryRun ? retention.countAll(stop.signal) : retention.removeAll(OPERATOR, stop.signal);
        await tell(all, isDryRun ? 'would be removed' : 'removed');
        const forgotten = isDryRun ? 0 : await services.get(OldRemovalsService).forget(stop.signal);
        if (forgotten > 0) console.log(`${forgotten.toLocaleString('en')} removals are forgotten`);
        if (!stop.signal.aborted) return OK;
        console.error('Stopped: what was removed is gone; run the command again for the rest');
        return INTERRUPTED;
      });
    },
  },
};

async function tell(all: AsyncIterable<Forgotten>, what: string): Promise<void> {
  let enterprises = 0;
  for await (const { enterpriseId, keptFrom, records } of all) {
    enterprises++;
    console.log(`${enterpriseId}, everything before ${keptFrom}: ${countsOf(records)} ${what}`);
  }
  if (enterprises === 0) console.log('Every enterprise keeps everything');
}

const countsOf = (records: Counts): string =>
  HISTORY_KINDS.map((kind) => `${records[kind].toLocaleString('en')} ${kind}`).join(', ');
