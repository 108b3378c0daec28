import { KeyboardUser, TEXTS, type Language } from '../../kit/browser/keyboard-user.js';
import { openPortal } from '../../kit/browser/portal.js';
import type { Flow } from './flow.js';
import { lifeOfAKey, whyACallFailed } from './keys.js';
import { maps } from './maps.js';
import { ownAccount, somebodyNew } from './people.js';
import { secondFactor } from './second-factor.js';
import { settings } from './settings.js';

jest.setTimeout(120_000); // hashes are costly on purpose, and every stop of the Tab key is one

const FLOWS: readonly Flow[] = [
  lifeOfAKey,
  whyACallFailed,
  somebodyNew,
  ownAccount,
  secondFactor,
  settings,
  maps,
];

const { service, visitor } = openPortal({
  arrive: async () => {
    service.change(
      "UPDATE enterprises SET retention_days = NULL, time_zone = 'Europe/Berlin', second_factor_required = 0",
    );
    return Promise.resolve();
  },
});

describe.each(Object.keys(TEXTS) as Language[])(
  'By the keyboard alone, 360 pixels wide, in the language %s, with nothing for axe to find:',
  (language) => {
    test.each(FLOWS)('$name', async ({ run }) => {
      const user = new KeyboardUser(visitor, language);
      await user.come();
      await run(user);
    });
  },
);
