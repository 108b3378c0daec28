import { HISTORY_KINDS } from '../database/record-tables.js';
import { OldRemovalsService } from '../modules/retention/old-removals.service.js';
import { RetentionService, type Forgotten } from '../modules/retention/retention.service.js';
import { abortedBy, FLAG, INTERRUPTED, OK, OPERATOR, type Commands } from './command.js';
import { refuseNewerSchema, withSettings } from './with-services.js';

export const COMMANDS: Commands = {
  retention: {
    usage: `  retention [--dry-run]   removes usage, screen time and positions that are older than their enterprises keep, or says
                          what it would remove; with MySQL set KEY_PEPPER as for the service, whose audit trail it seals`,
    options: { 'dry-run': FLAG },
    run: (env, _words, values) => {
      const isDryRun = values['dry-run'] === true;
      const stop = abortedBy('SIGINT', 'SIGTERM');
      return withSettings(env, async (services) => {
        await refuseNewerSchema(services, 'retention');
        const retention = services.get(RetentionService);
        const all = isDryRun ? retention.countAll(stop) : retention.removeAll(OPERATOR, stop);
        await tell(all, isDryRun ? 'would be removed' : 'removed');
        const forgotten = isDryRun ? 0 : await services.get(OldRemovalsService).forget(stop);
        if (forgotten > 0) console.log(`${forgotten.toLocaleString('en')} removals are forgotten`);
        if (!stop.aborted) return OK;
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

const countsOf = (records: Forgotten['records']): string =>
  HISTORY_KINDS.map((kind) => `${records[kind].toLocaleString('en')} ${kind}`).join(', ');
