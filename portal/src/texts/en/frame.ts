import { count, duration } from './count.js';
import { isolated } from '../bidi/isolated.js';

export const frame = {
  product: 'Customer Device API',
  portal: 'Portal',
  skip: 'Skip to the content',
  loading: 'Loading …',
  never: 'never',
  none: '–',
  yes: 'yes',
  no: 'no',
  cancel: 'Cancel',
  retry: 'Try again',
  clearSearch: 'Clear the search',
  showMore: (n: number) => `Show ${n} more`,
  shownOf: (shown: number, all: number) => `${shown} of ${all}`,
  sort: { by: 'Sort by', ascending: 'Ascending', descending: 'Descending' },
  showTable: 'Show the figures as a table',
  downloadCsv: 'Download CSV',
  downloadCsvOf: (what: string) => `Download CSV: ${what}`,
  barsAreWeeks: 'Each bar is a week, from Monday to Sunday.',
  nothingFound: 'Nothing matches the search.',
  readOnly: 'You may look at everything here; changes are for administrators.',
  nav: { label: 'Pages', keys: 'API keys', activity: 'Activity', data: 'Data', settings: 'Settings' },
  preferences: {
    title: 'Appearance and language',
    theme: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    english: 'English',
    german: 'Deutsch',
  },
  signIn: {
    title: 'Sign in',
    intro: 'Manage the API keys of your enterprise.',
    email: 'E-mail address',
    password: 'Password',
    busy: 'Signing in …',
    or: 'or',
    with: (name: string) => `Sign in with ${isolated(name)}`,
    noWay: 'Signing in is not set up on this service yet. An operator can add an administrator.',
    emailMissing: 'Enter your e-mail address.',
    passwordMissing: 'Enter your password.',
    expired: 'Your session has ended. Sign in again to go on where you were.',
    keyWaits:
      'A new API key that you have not copied yet waits here for one hour. Sign in to the same account to see it.',
    newWindow:
      'This opens a new window, so that the API key stays here. Come back to this one when you are signed in.',
    signedOut: 'You are signed out.',
    forgotten: 'Forgot your password?',
    forgottenText:
      'Ask an administrator of your enterprise: under Settings, People they can make a link for you, with which you choose a new password. If none of them can sign in, ask the operator of this service.',
    singleFailed: {
      sign_in_failed:
        'Single sign-on did not succeed. It may have taken too long, or your account has no confirmed e-mail address. Try again.',
      access_denied:
        'Single sign-on was cancelled, or your account has no access. Try again, or ask your administrator.',
      provider_unavailable:
        'The single sign-on of your enterprise cannot be reached. Try again in a few minutes.',
      service_unavailable: 'The service could not finish the sign-in just now. Try again in a few minutes.',
      unknown_enterprise:
        'Your account belongs to no enterprise that is known here. Tell your administrator.',
      no_role: 'Your account may not use the portal yet. Ask your administrator for access.',
    },
    out: 'Sign out',
    providerStays: (name: string) => `You may still be signed in to ${isolated(name)} in this browser.`,
    outOf: (name: string) => `Sign out of ${isolated(name)} as well`,
  },
  idle: {
    title: 'Are you still there?',
    text: 'You will be signed out in about two minutes, to protect your enterprise.',
    stay: 'Stay signed in',
  },
  lastEnd: {
    title: 'Your session ends soon',
    text: 'A session lasts twelve hours at most, and this one ends in about two minutes. Save your changes and copy any new API key; then sign in again.',
    stay: 'OK',
  },
  signingOut: {
    title: 'Sign out?',
    text: 'You were led here by a link or a bookmark. You stay signed in unless you sign out now.',
    stay: 'Stay and go to the API keys',
  },
  days: {
    from: 'From',
    to: 'To',
    last: (n: number) => count(n, 'day', 'days'),
    zone: (zone: string) => `Days in ${zone}`,
    inAddress: (why: string) =>
      `The days in the address of this page cannot be shown, so here are others. ${why}`,
    mistakes: {
      noDay: () => 'Enter a day that exists, with day, month and year.',
      tooEarly: () => 'Enter a year from 2000 on.',
      wrongOrder: () => 'The first day must not come after the last.',
      tooMany: (most: number) => `At most ${count(most, 'day', 'days')} can be shown at a time.`,
    },
  },
  missing: {
    title: 'There is nothing here',
    text: 'The address is wrong, or the page has gone.',
    home: 'Go to the API keys',
  },
  crash: {
    title: 'This page has a problem',
    text: 'Load the page again. If it stays, tell the operator of the service.',
    again: 'Load again',
  },
  unfetched: {
    title: 'This page is not loaded',
    text: 'A part of the portal could not be fetched. Check the connection and try again.',
    still: 'The service still cannot be reached. Check the connection and try again.',
  },
  problems: {
    other: 'Something went wrong in the service. Try again in a moment.',
    byCode: {
      no_connection: 'The service cannot be reached. Check the connection and try again.',
      answer_lost:
        'The answer of the service was lost, so it is not known whether the change was made. Close this to see how things are now. A new API key that was not shown to you has to be regenerated, a link made anew.',
      sign_in_failed: 'The e-mail address or the password is wrong.',
      rate_limited: 'Too many attempts. Wait a moment and try again.',
      not_signed_in: 'Your session has ended. Sign in again.',
      application_exists: 'Another API key of your enterprise has this name already.',
      api_key_changed:
        'Somebody has changed this API key since you opened it. Nothing was saved: close this and open it again to see the API key as it is now.',
      api_key_not_found: 'This API key no longer exists; somebody may have deleted it.',
      device_not_found: 'There is no such device.',
      unavailable: 'The service is busy or its database is away. Try again in a moment.',
      wrong_password: 'The current password is wrong.',
      wrong_code: 'The code is wrong or has already been used. Enter the one that the app shows now.',
      sign_in_expired: 'Signing in has taken too long. Go back and begin with the password.',
      own_second_factor: 'You cannot reset your own second factor here. Turn it off in your account.',
      own_link: 'Change your own password in your account.',
      limit_reached: 'Your enterprise has as many of these as it may have. Remove one first.',
      second_factor_required: 'Your enterprise requires a second factor.',
      second_factor_missing: 'There is no second factor any more.',
      invalid_link:
        'This link does not work: it was used, has expired, or was never made. Ask an administrator of your enterprise for another one.',
      person_exists: 'Another user already has this e-mail address.',
      person_not_found: 'This person is no longer there; somebody may have removed them.',
      last_administrator:
        'This user is the last administrator of your enterprise. Make another user an administrator first.',
      insufficient_role: 'You may look, but not change anything here.',
      cross_site_request:
        'The request did not come from this page’s own address. Open the portal under the address the service knows.',
    } as Record<string, string>,
    refused: (reason: string) => `The service refused this: ${reason}.`,
    wait: (seconds: number) => `Too many attempts. Try again in ${duration(seconds)}.`,
  },
};
