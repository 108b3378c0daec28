import { say, type Commands } from './command.js';
import { withDatabase } from './context.js';

export const COMMANDS: Commands = {
  migrate: {
    usage: '  migrate                 brings the database to the current schema',
    run: (env) =>
      withDatabase({ ...env, MIGRATE_AT_START: 'on' }, (_services, ran) =>
        Promise.resolve(say(ran.length > 0 ? `Ran ${ran.join(', ')}` : 'The schema is current')),
      ),
  },
};
