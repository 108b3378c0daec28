import { KeyboardUser, TEXTS, type Language } from '../../kit/browser/keyboard-user.js';
import { openPortal } from '../../kit/browser/portal.js';
import { lifeOfAKey, whyACallFailed } from './keys.js';
import { maps } from './maps.js';
import { ownAccount, somebodyNew } from './people.js';
import { secondFactor } from './second-factor.js';
import { settings } from './settings.js';

jest.setTimeout(120_000); // a flow has hundreds of stops of the Tab key

/** What people come to do, each from its beginning to its end. */
const FLOWS: readonly [title: string, flow: (user: KeyboardUser) => Promise<void>][] = [
  ['a key is made on terms, changed, exchanged and deleted', lifeOfAKey],
  ['a call that failed is looked for, and the page of its key is gone through', whyACallFailed],
  ['somebody is invited, forgets the password, gets another role and is removed', somebodyNew],
  ['somebody renames themselves, takes another password and signs out everywhere', ownAccount],
  [
    'a second factor is turned on, asked for, replaced by a recovery code and reset; then all need one',
    secondFactor,
  ],
  ['the time zone and how long data are kept are changed', settings],
  ['the fleet is looked at on the map, and a device followed through its day', maps],
];

const { visitor } = openPortal({ isSignedIn: false });

describe.each(Object.keys(TEXTS) as Language[])(
  'By the keyboard alone, 360 pixels wide, in the language %s, with nothing for axe to find:',
  (language) => {
    test.each(FLOWS)('%s', async (_title, flow) => {
      const user = new KeyboardUser(visitor, language);
      await user.startSignedIn();
      await flow(user);
    });
  },
);
