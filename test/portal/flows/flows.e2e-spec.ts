import { KeyboardUser, type Language } from '../../kit/browser/keyboard-user.js';
import { openPortal } from '../../kit/browser/portal.js';
import { lifeOfAKey, whyACallFailed } from './keys.js';
import { maps } from './maps.js';
import { ownAccount, somebodyNew } from './people.js';
import { secondFactor } from './second-factor.js';
import { settings } from './settings.js';

jest.setTimeout(120_000); // a flow has hundreds of stops of the Tab key

/** What people come to do, each from its beginning to its end. */
const FLOWS: readonly [title: string, flow: (user: KeyboardUser) => Promise<void>][] = [
  ['an administrator creates a key with terms, changes, regenerates and deletes it', lifeOfAKey],
  ['an administrator finds a call that failed, and looks through the page of its key', whyACallFailed],
  ['an administrator invites, resets, promotes and removes a user', somebodyNew],
  ['a user changes their name and password, and signs out everywhere', ownAccount],
  ['a user turns on, uses, replaces and loses a second factor, which then becomes required', secondFactor],
  ['an administrator changes the time zone and the data retention', settings],
  ['a user looks at the fleet on the map, and follows a device through its day', maps],
];
/** The pages fit in both languages in either case. The keys that one presses are the same, so that one is enough for the first tier. */
const LANGUAGES: readonly Language[] = process.env.TEST_TIER === 'full' ? ['en', 'de'] : ['en'];

const { visitor } = openPortal({ isSignedIn: false });

describe.each(LANGUAGES)('With the keyboard alone, 360 pixels wide, in the language %s', (language) => {
  test.each(FLOWS)('%s', async (_title, flow) => {
    const user = new KeyboardUser(visitor, language);
    await user.startSignedIn();
    await flow(user);
  });
});
