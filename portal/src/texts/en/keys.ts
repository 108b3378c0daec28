import type { Scope } from '../../api/types.js';
import { count } from './count.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';

export const keys = {
  keys: {
    title: 'API keys',
    intro: 'Each API key gives one application access to part of your fleet’s data.',
    create: 'Create API key',
    search: 'Search API keys',
    all: 'All API keys',
    overview: 'Overview',
    changed: 'Changed',
    anyAddress: 'Any address',
    neverExpires: 'Never',
    oldKeyExpires: 'Old API key expires',
    oldKeyLastUsed: 'Old API key last used',
    application: 'Application',
    id: 'Id',
    key: 'API key',
    scopes: 'Scopes',
    created: 'Created',
    createdBy: 'Created by',
    lastUsed: 'Last used',
    lastSynced: 'Last synced',
    feeds: {
      devices: 'Devices',
      datausage: 'Data usage',
      screentime: 'Screen time',
      applications: 'Apps',
      locations: 'Locations',
    },
    firstSync: 'first sync in progress',
    actions: 'Actions',
    edit: 'Edit',
    regenerate: 'Regenerate',
    revokeOldKey: 'Revoke old API key',
    delete: 'Delete',
    editOf: (name: string) => `Edit ${isolateBidi(name)}`,
    regenerateOf: (name: string) => `Regenerate the API key of ${isolateBidi(name)}`,
    revokeOldKeyOf: (name: string) => `Revoke old API key of ${isolateBidi(name)}`,
    deleteOf: (name: string) => `Delete ${isolateBidi(name)}`,
    oldKeyEnded: (name: string) =>
      `The old API key of ${isolateBidi(name)} is revoked. The new one still works.`,
    emptyTitle: 'No API keys yet',
    emptyText:
      'Create an API key for the first application that reads data of your fleet. Choose its scopes, copy the API key, and give it to the owner of the application.',
    saved: (name: string) => `The changes to ${isolateBidi(name)} are saved.`,
    deleted: (name: string) => `${isolateBidi(name)} is deleted. Its API key no longer works.`,
    expires: 'Expires',
    chips: {
      until: (at: string) => `Valid until ${at}`,
      networks: (n: number) => count(n, 'network', 'networks'),
      oldKey: (at: string) => `Old API key works until ${at}`,
    },
    state: 'State',
    allStates: 'All states',
    states: {
      expiring: 'Expires within 14 days',
      expired: 'Expired',
      paused: 'Paused',
      neverUsed: 'Never used',
      unused: 'Unused for 90 days',
    },
    scope: 'Scope',
    allScopes: 'All scopes',
    scopeCount: (n: number) => count(n, 'scope', 'scopes'),
    total: (n: number) => count(n, 'API key', 'API keys'),
  },
  scopes: {
    'device:GetList': {
      label: 'Device list',
      exposes: 'All devices with model, IMEI, status, battery and tokens',
    },
    'device:GetDetail': {
      label: 'Device detail',
      exposes: 'One device with its SIM, settings and last location',
    },
    'device:GetDataUsage': {
      label: 'Data usage',
      exposes: 'Mobile and Wi-Fi data usage in bytes per app and day',
    },
    'device:GetScreenTime': {
      label: 'Screen time',
      exposes: 'Foreground time in milliseconds per app and day',
    },
    'device:GetApplication': { label: 'Apps', exposes: 'Apps installed on a device, with their versions' },
    'device:GetLocation': {
      label: 'Locations',
      exposes: 'Where devices have been: one device, or your whole fleet',
    },
  } satisfies Record<Scope, { label: string; exposes: string }>,
  form: {
    name: 'Application name',
    nameHint: 'A name that identifies the application, such as “Night report”.',
    nameMissing: 'Enter a name of 1 to 100 visible characters.',
    scopes: 'Scopes of the API key',
    scopesHint: 'Choose only what the application needs.',
    scopesMissing: 'Choose at least one scope.',
    expiration: 'Valid until (last day)',
    expirationHint: (zone: string) =>
      `The API key expires at midnight after this day (${zone}). Leave empty if it should not expire.`,
    expirationRequired: (zone: string) =>
      `Every API key must have an expiration date. It expires at midnight after this day (${zone}).`,
    presets: 'Common periods',
    inDays: (days: number) => (days === 365 ? '1 year' : count(days, 'day', 'days')),
    noExpiration: 'No expiration',
    expirationMissing: 'Choose the last day of the API key.',
    expirationPast: 'Choose today or a later day.',
    expirationTooLate: (day: string) =>
      `Choose ${day} or an earlier day. This service does not allow longer API keys.`,
    networks: 'Networks',
    networksHint:
      'Allow requests only from these IP addresses or CIDR ranges such as 203.0.113.0/24, one per line. Leave empty to allow any address.',
    currentAddress: (address: string) => `Your current address is ${isolateBidi(address)}.`,
    networksInvalid:
      'Enter up to 50 different addresses or ranges. A range must have only zeros after its prefix, such as 203.0.113.0/24.',
    invalidNetwork: (line: number, text: string) =>
      `Line ${line}: “${isolateBidi(text)}” is not an IP address or CIDR range, such as 203.0.113.0/24.`,
    networkHostBits: (line: number, text: string) =>
      `Line ${line}: “${isolateBidi(text)}” must have only zeros after its prefix, such as 203.0.113.0/24.`,
    duplicateNetwork: (text: string) => `“${isolateBidi(text)}” is listed twice.`,
    networksTooMany: (most: number) => `Enter up to ${most} addresses or ranges.`,
    proxyNotTrusted:
      'The service is behind a proxy that it does not trust, so all requests appear to come from the proxy. Ask the operator of the service to set TRUST_PROXY first.',
    pause: 'Paused',
    pauseHint: 'The service refuses every request with the API key until you resume it.',
    note: 'Note',
    noteHint: 'Information for your colleagues about this API key.',
    noteInvalid: 'Enter up to 500 visible characters.',
    noLongerExpires: 'The API key no longer expires.',
    expiresAt: (at: string) => `The API key is valid until ${at}.`,
    networksRestricted: 'Requests from other networks will be refused immediately.',
    networksUnrestricted: 'Requests may come from any address.',
    pausedNow: 'Every request will be refused immediately.',
    resumed: 'The API key works again.',
    noteChanged: 'The note changes.',
    save: 'Save changes',
    busy: 'Saving …',
    changes: 'Changes',
    noChanges: 'No changes yet.',
    renamed: (from: string, to: string) =>
      `The name changes from “${isolateBidi(from)}” to “${isolateBidi(to)}”.`,
    added: (label: string) => `The API key gets access to ${label}.`,
    removed: (label: string) => `Requests for ${label} will be refused immediately.`,
  },
  regenerate: {
    title: (name: string) => `Regenerate the API key of ${isolateBidi(name)}?`,
    text: 'The current API key stops working immediately. Applications that use it fail until they have the new one.',
    overlap: 'Keep the current API key working for',
    overlapOf: (hours: number) =>
      hours === 0 ? 'No time' : hours < 24 ? count(hours, 'hour', 'hours') : count(hours / 24, 'day', 'days'),
    overlapText:
      'The current API key keeps working alongside the new one for this long, with the same scopes and limits.',
    olderEnds: 'The old API key from the last regeneration stops working immediately.',
    confirm: 'Regenerate API key',
  },
  revokeOldKey: {
    title: (name: string) => `Revoke the old API key of ${isolateBidi(name)}?`,
    text: 'The old API key stops working immediately. Applications that still use it fail. The new one keeps working.',
    confirm: 'Revoke old API key',
  },
  remove: {
    title: (name: string) => `Delete ${isolateBidi(name)}?`,
    text: 'The API key stops working immediately and cannot be restored. Applications that use it fail.',
    confirm: 'Delete API key',
  },
  lastUse: {
    never: 'No use of this API key has been recorded.',
    mayBeDelayed: 'Requests of the last minute may not be recorded yet.',
    recent: 'An application has used it within the last 24 hours.',
  },
  issued: {
    title: (name: string) => `The API key of ${isolateBidi(name)}`,
    once: 'Copy the API key now. The portal shows it only once.',
    curl: 'Try it in a terminal',
    deviceHint: 'Replace DEVICE_ID with the identifier of a device.',
  },
  leave: {
    title: 'Leave without copying the API key?',
    text: (name: string) =>
      `You have not copied the API key of ${isolateBidi(name)}. The portal shows it only once. If you leave, you must regenerate it.`,
    stay: 'Stay on page',
    leave: 'Leave page',
  },
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    of: (what: string) => `Copy ${what}`,
    done: (what: string) => `${what} copied.`,
    refused: 'The browser did not allow copying. The text is selected. Press Ctrl+C (⌘C on a Mac).',
  },
};
