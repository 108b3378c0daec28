import { isolateBidi } from '../bidi/isolate-bidi.js';
import { count } from './count.js';

export const secondFactor = {
  title: 'Second factor',
  isOn: 'On. Signing in requires your password and a code from your authenticator app.',
  isOff: 'Off. Signing in requires only your password.',
  why: 'A second factor protects your account even if an attacker learns your password. The codes come from an authenticator app, for example on your phone.',
  left: (n: number) =>
    n === 0
      ? 'No recovery codes are left. Create new ones.'
      : `${count(n, 'recovery code is', 'recovery codes are')} left.`,
  turnOn: 'Turn on second factor',
  turnOff: 'Turn off second factor',
  exchange: 'Change app',
  renew: 'Create recovery codes',
  endsOtherSessions: 'All your other sessions end.',
  renewText: 'You get 10 new codes. Your current codes stop working.',
  passwordOrCode: 'Current password or a code from the app',
  scan: 'Scan this code with your authenticator app:',
  qr: 'QR code for the authenticator app',
  type: 'Or enter this secret in the app:',
  secret: 'Secret',
  openApp: 'Open app on this device',
  code: 'Code from the app',
  codeHint: '6 digits that change every 30 seconds.',
  codeMissing: 'Enter the 6 digits from the app.',
  codesTitle: 'Your recovery codes',
  codesText:
    'Each code lets you sign in once without the app. Keep the codes in another place than your phone. The portal shows them only once.',
  codes: 'Recovery codes',
  download: 'Download codes',
  done: 'I’ve saved these codes',
  isOffNow: 'The second factor is off.',
  isOnNow: 'The second factor is on.',
  signInTitle: 'Enter your code',
  signInText: 'Enter the code from your authenticator app or a recovery code.',
  signInCode: 'Code',
  signInMissing: 'Enter a code.',
  lost: 'Lost your app and recovery codes?',
  lostText:
    'Ask an administrator of your enterprise to reset your second factor under Settings, Users. If no administrator can sign in, ask the operator of this service.',
  back: 'Back to password',
  requiredTitle: 'Set up a second factor',
  requiredText:
    'Your enterprise requires a second factor in addition to the password. You need an authenticator app, for example on your phone.',
  start: 'Set up second factor',
  has: 'Second factor on',
  reset: 'Reset factor',
  resetOf: (name: string) => `Reset factor of ${isolateBidi(name)}`,
  resetTitle: (name: string) => `Reset the second factor of ${isolateBidi(name)}?`,
  resetText:
    'Use this if the user has lost both their authenticator app and recovery codes. Confirm their identity first. They are signed out immediately and can sign in with only the password.',
  confirmReset: 'Reset second factor',
  wasReset: (name: string) => `The second factor of ${isolateBidi(name)} is reset.`,
  required: 'Required for all users with a password',
  optional: 'Optional',
  require: 'Require second factor',
  unrequire: 'Make second factor optional',
  requireTitle: 'Require a second factor?',
  requireText:
    'Users without a second factor must set one up at their next sign-in with a password. Current sessions continue until they end, for up to 12 hours. Single sign-on is not affected.',
  unrequireTitle: 'Make the second factor optional?',
  unrequireText: 'Users keep their second factor and can turn it off.',
  nowRequired: 'Users need a second factor at their next sign-in.',
  nowOptional: 'The second factor is now optional.',
};
