import { RowNumbering } from '../modules/importer/row-numbering.js';
import { FLAG, OK, type Commands } from './command.js';
import { withDatabase } from './context.js';

export const COMMANDS: Commands = {
  sync: {
    usage: `  sync --number           brings rows into the feeds that a writer of its own has stored without a change number`,
    options: { number: FLAG },
    needs: ['number'],
    run: (env) =>
      withDatabase(env, async (services) => {
        for (const [kind, rows] of await services.get(RowNumbering).run())
          console.log(`${kind}: ${rows.toLocaleString('en')} rows numbered`);
        return OK;
      }),
  },
};
