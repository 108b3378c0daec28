import { loadDatabaseConfig } from '../config/load-config.js';
import { engineFor } from '../database/engines.js';
import { FAILED, say, type Commands } from './command.js';
import { sayDatabase } from './context.js';

export const COMMANDS: Commands = {
  backup: {
    usage: `  backup FILE             copies the embedded database into a new file, also while the service runs; the pepper and the
                          list of erasures are not in it (docs/operations/backup.md)`,
    takesWords: true,
    /** Nothing is migrated: it may be the backup before that. */
    async run(env, [file, ...more]) {
      if (file === undefined || more.length > 0) {
        console.error('backup needs one FILE, which is not there yet');
        return FAILED;
      }
      const database = loadDatabaseConfig(env);
      sayDatabase(database);
      await engineFor(database).backUp(file);
      return say(`The backup is in ${file}`);
    },
  },
};
