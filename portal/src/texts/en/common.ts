import { count, formatDuration } from './count.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';

export const common = {
  product: 'Customer Device API',
  portal: 'Portal',
  skip: 'Skip to content',
  loading: 'Loading …',
  never: 'never',
  none: '–',
  yes: 'yes',
  no: 'no',
  cancel: 'Cancel',
  continueLabel: 'Continue',
  done: 'Done',
  retry: 'Try again',
  clearSearch: 'Clear search',
  showMore: (n: number) => `Show ${n} more`,
  shownOf: (shown: number, all: number) => `${shown} of ${all}`,
  sort: { by: 'Sort by', ascending: 'Ascending', descending: 'Descending' },
  showTable: 'Show the figures as a table',
  downloadCsv: 'Download CSV',
  downloadCsvOf: (what: string) => `Download CSV: ${what}`,
  weeklyBars: 'Each bar is a week, from Monday to Sunday.',
  nothingFound: 'Nothing matches the search.',
  readOnly: 'You can view everything here. Only administrators and API key managers can make changes.',
  pages: 'Pages',
  preferences: {
    title: 'Appearance and language',
    theme: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
  },
  signIn: {
    title: 'Sign in',
    intro: 'Manage the API keys of your enterprise.',
    email: 'E-mail address',
    password: 'Password',
    busy: 'Signing in …',
    or: 'or',
    signInWith: (name: string) => `Sign in with ${isolateBidi(name)}`,
    notSetUp: 'Sign-in is not set up on this service yet. Ask the operator to add an administrator.',
    emailMissing: 'Enter your e-mail address.',
    passwordMissing: 'Enter your password.',
    expired: 'Your session has expired. Sign in again to continue.',
    unsavedDataWaits:
      'The portal keeps new API keys and what you entered for one hour. Sign in to the same account to continue.',
    newWindow:
      'Sign-in opens in a new window, so that this page stays open. Return here when you have signed in.',
    signedOut: 'You are signed out.',
    forgotPassword: 'Forgot your password?',
    forgotPasswordText:
      'Ask an administrator of your enterprise to create a password link for you under Settings, Users. If no administrator can sign in, ask the operator of this service.',
    singleSignOnFailed: {
      sign_in_failed:
        'Single sign-on failed. It may have timed out, or your account has no verified e-mail address. Try again.',
      access_denied:
        'Single sign-on was canceled, or your account has no access. Try again, or ask your administrator.',
      provider_unavailable:
        'The identity provider of your enterprise is unreachable. Try again in a few minutes.',
      service_unavailable: 'The service could not complete the sign-in. Try again in a few minutes.',
      unknown_enterprise:
        'The enterprise of your account is not registered with this service. Contact your administrator.',
      no_role: 'Your account does not have access to the portal. Ask your administrator for access.',
    },
    signOut: 'Sign out',
    providerSessionNote: (name: string) =>
      `You may still be signed in to ${isolateBidi(name)} in this browser.`,
    signOutOf: (name: string) => `Sign out of ${isolateBidi(name)} too`,
  },
  idle: {
    title: 'Are you still there?',
    text: 'For your security, the portal will sign you out in about two minutes.',
    stay: 'Stay signed in',
  },
  sessionExpires: {
    title: 'Your session expires soon',
    text: 'A session lasts up to 12 hours. Yours expires in about two minutes. Save your changes and copy any new API key, then sign in again.',
    stay: 'OK',
  },
  signingOut: {
    title: 'Sign out?',
    text: 'You opened this page through a link or a bookmark. You stay signed in unless you sign out now.',
    stay: 'Stay signed in and show API keys',
  },
  days: {
    day: 'Day',
    from: 'From',
    to: 'To',
    last: (n: number) => count(n, 'day', 'days'),
    zone: (zone: string) => `Days in ${zone}`,
    invalidInAddress: (why: string) =>
      `The portal cannot show the days in the address of this page and shows other days. ${why}`,
    errors: {
      noDay: () => 'Enter a valid date with day, month and year.',
      tooEarly: () => 'Enter a year from 2000 onward.',
      wrongOrder: () => 'The first day must not be after the last day.',
      tooMany: (most: number) => `Choose up to ${count(most, 'day', 'days')}.`,
    },
  },
  notFound: {
    title: 'Page not found',
    text: 'The address is wrong, or the page no longer exists.',
    home: 'Show API keys',
  },
  crash: {
    title: 'This page has a problem',
    text: 'Reload the page. If the problem persists, contact the operator of the service.',
    reload: 'Reload page',
  },
  loadFailed: {
    title: 'This page could not be loaded',
    text: 'A part of the portal could not be loaded. Check your connection and try again.',
    stillUnreachable: 'The service is still unreachable. Check your connection and try again.',
  },
  problems: {
    other: 'Something went wrong. Try again in a moment.',
    byCode: {
      no_connection: 'The service is unreachable. Check your connection and try again.',
      no_response:
        'The response was lost, so the change may or may not be saved. Close this dialog to see the current state. If you did not see a new API key, regenerate it. If you did not see a new link, create another one.',
      sign_in_failed: 'The e-mail address or the password is wrong.',
      rate_limited: 'Too many attempts. Wait a moment and try again.',
      not_signed_in: 'Your session has expired. Sign in again.',
      application_exists: 'Another API key of your enterprise already has this name.',
      api_key_changed:
        'Another user has changed this API key since you opened it. Your changes were not saved.',
      api_key_not_found: 'This API key no longer exists. Another user may have deleted it.',
      device_not_found: 'This device no longer exists.',
      unavailable: 'The service is overloaded or its database is unavailable. Try again in a moment.',
      weak_password:
        'This password is easy to guess. Choose one that is not among the most common passwords, has at least 5 different characters, and does not consist of your name, your e-mail address or your enterprise.',
      data_pages_off: 'An administrator has switched the Data pages off for your enterprise.',
      wrong_password: 'The current password is wrong.',
      wrong_code: 'The code is wrong or has already been used. Enter the current code from the app.',
      sign_in_expired: 'The sign-in has timed out. Go back and enter your password again.',
      own_second_factor: 'You cannot reset your own second factor here. Turn it off in your account.',
      own_link: 'Change your own password in your account.',
      limit_reached:
        'Your enterprise has the maximum number of API keys or users. Delete one that is no longer needed, then try again.',
      second_factor_required: 'Your enterprise requires a second factor.',
      second_factor_missing: 'The second factor is no longer on.',
      invalid_link:
        'This link is not valid. It may have been used or have expired. Ask an administrator of your enterprise for a new one.',
      person_exists: 'Another user already has this e-mail address.',
      person_not_found: 'This user no longer exists. Another user may have removed them.',
      last_administrator:
        'This user is the last administrator of your enterprise. Make another user an administrator first.',
      insufficient_role: 'Your role does not allow this. Ask an administrator of your enterprise.',
      cross_site_request:
        'The request came from another address than that of the service. Open the portal at its public address.',
    } as Record<string, string>,
    refused: (reason: string) => `The service refused the request: ${reason}.`,
    wait: (seconds: number) => `Too many attempts. Try again in ${formatDuration(seconds)}.`,
  },
};
