import { isolated } from '../bidi/isolated.js';
import { count } from './count.js';

export const secondFactor = {
  secondFactor: {
    title: 'Second factor',
    isOn: 'On: signing in takes a code from an app besides the password.',
    isOff: 'Off: the password alone is enough to sign in.',
    why: 'With a second factor, somebody who has learned your password still cannot sign in. The codes come from an authenticator app, on your telephone for instance.',
    isRequired: 'Your enterprise requires a second factor.',
    left: (n: number) =>
      n === 0
        ? 'No recovery codes are left. Make new ones before you need them.'
        : `${count(n, 'recovery code is', 'recovery codes are')} left.`,
    turnOn: 'Turn on the second factor',
    turnOff: 'Turn off the second factor',
    exchange: 'Use another app',
    renew: 'New recovery codes',
    endsOthers: 'All your other sessions end.',
    renewText: 'You get ten new codes, and those you have stop working.',
    proofOrCode: 'Present password, or a code from the app',
    goOn: 'Go on',
    scan: 'Scan this with your authenticator app:',
    qr: 'QR code for the authenticator app',
    type: 'Or type this secret into it:',
    secret: 'Secret',
    openApp: 'Open in an app on this device',
    code: 'Code from the app',
    codeHint: 'Six digits, which change every 30 seconds.',
    codeMissing: 'Enter the six digits that the app shows.',
    confirm: 'Turn on',
    codesTitle: 'Your recovery codes',
    codesText:
      'Each of them lets you sign in once when the app is not at hand. Keep them apart from your telephone. They are shown only now.',
    codes: 'Recovery codes',
    done: 'I have kept them',
    isOffNow: 'The second factor is off.',
    isOnNow: 'The second factor is on.',
    signInTitle: 'Enter the code',
    signInText: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
    signInCode: 'Code',
    signInMissing: 'Enter the code.',
    lost: 'No app and no recovery codes?',
    lostText:
      'Ask an administrator of your enterprise: under Settings, People they can reset your second factor. If none of them can sign in, ask the operator of this service.',
    back: 'Back to the password',
    requiredTitle: 'Set up a second factor',
    requiredText:
      'Your enterprise requires a second factor besides the password. Take an authenticator app to hand, on your telephone for instance.',
    start: 'Set it up now',
    has: 'With a second factor',
    reset: 'Reset factor',
    resetOf: (name: string) => `Reset factor of ${isolated(name)}`,
    resetTitle: (name: string) => `Reset the second factor of ${isolated(name)}?`,
    resetText:
      'For who has lost both app and recovery codes: the password alone is enough again, until they turn on another one. Make sure that it is really they who ask. They are signed out at once.',
    confirmReset: 'Reset',
    wasReset: (name: string) => `The second factor of ${isolated(name)} is reset.`,
    required: 'Required of everybody with a password',
    optional: 'Up to each person',
    require: 'Require it',
    unrequire: 'No longer require it',
    requireTitle: 'Require a second factor?',
    requireText:
      'Whoever has none sets one up at the next sign-in with the password, before anything else. Sessions that last go on until they end, within twelve hours. Single sign-on is not affected.',
    unrequireTitle: 'No longer require a second factor?',
    unrequireText: 'Whoever has one keeps it, and may turn it off.',
    nowRequired: 'A second factor is required from the next sign-in on.',
    nowOptional: 'A second factor is no longer required.',
  },
};
