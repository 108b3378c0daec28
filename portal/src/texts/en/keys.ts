import type { Scope } from '../../api/records.js';
import { count } from './count.js';
import { isolated } from '../bidi/isolated.js';

export const keys = {
  keys: {
    title: 'API keys',
    intro: 'Each API key opens part of the data of your fleet to one application.',
    create: 'Create an API key',
    search: 'Search API keys',
    application: 'Application',
    id: 'Id',
    key: 'API key',
    scopes: 'Scopes',
    created: 'Created',
    lastUsed: 'Last used',
    actions: 'Actions',
    edit: 'Edit',
    regenerate: 'Regenerate',
    delete: 'Delete',
    editOf: (name: string) => `Edit ${isolated(name)}`,
    regenerateOf: (name: string) => `Regenerate the API key of ${isolated(name)}`,
    deleteOf: (name: string) => `Delete ${isolated(name)}`,
    emptyTitle: 'No API keys yet',
    emptyText:
      'Create an API key for the first application that should read the data of your fleet. You choose what it may see, copy the API key once, and hand it over.',
    saved: (name: string) => `The changes to ${isolated(name)} are saved.`,
    deleted: (name: string) => `${isolated(name)} is deleted; its API key no longer works.`,
    total: (n: number) => count(n, 'API key', 'API keys'),
  },
  scopes: {
    'device:GetList': {
      label: 'Device list',
      exposes: 'All devices with model, IMEI, status, battery and tokens',
    },
    'device:GetDetail': {
      label: 'Device detail',
      exposes: 'One device with its SIM, settings and last position',
    },
    'device:GetDataUsage': { label: 'Data usage', exposes: 'Mobile and Wi-Fi bytes per app and day' },
    'device:GetScreenTime': {
      label: 'Screen time',
      exposes: 'Milliseconds in the foreground per app and day',
    },
    'device:GetApplication': { label: 'Apps', exposes: 'The apps installed on a device with their versions' },
    'device:GetLocation': {
      label: 'Locations',
      exposes: 'Where devices have been: one device, or your whole fleet',
    },
  } satisfies Record<Scope, { label: string; exposes: string }>,
  form: {
    createTitle: 'Create an API key',
    editTitle: (name: string) => `Edit ${isolated(name)}`,
    name: 'Application name',
    nameHint: 'So that you recognise who uses the API key, such as “Night report”.',
    nameMissing: 'Give the application a name of 1 to 100 visible characters.',
    nameTaken: 'Another API key of your enterprise has this name already.',
    scopes: 'What the API key may read',
    scopesHint: 'Give only what the application needs.',
    scopesMissing: 'Choose at least one scope.',
    create: 'Create API key',
    save: 'Save changes',
    busy: 'Saving …',
    changes: 'What changes',
    noChanges: 'Nothing yet.',
    renamed: (from: string, to: string) => `The name changes from “${isolated(from)}” to “${isolated(to)}”.`,
    added: (label: string) => `The API key may read ${label} from now on.`,
    removed: (label: string) => `Requests for ${label} will be refused at once.`,
  },
  regenerate: {
    title: (name: string) => `Regenerate the API key of ${isolated(name)}?`,
    text: 'The present API key stops working at once. Everything that uses it fails until it has the new API key.',
    confirm: 'Regenerate API key',
  },
  remove: {
    title: (name: string) => `Delete ${isolated(name)}?`,
    text: 'The API key stops working at once and cannot be brought back. Everything that uses it fails.',
    confirm: 'Delete API key',
  },
  lastUse: {
    used: 'Last used',
    never: 'No use of this API key has been recorded.',
    late: 'Uses of the last minute may not be recorded yet.',
    recent: 'It was used within the last day: something depends on it.',
  },
  issued: {
    title: (name: string) => `The API key of ${isolated(name)}`,
    once: 'Copy the API key now: you will not see it again.',
    key: 'API key',
    curl: 'Try it in a terminal',
    deviceHint: 'Put the identifier of a device in place of DEVICE_ID.',
    done: 'Done',
  },
  leave: {
    title: 'Leave without the API key?',
    text: (name: string) =>
      `You have not copied the API key of ${isolated(name)}. It is shown only once; later you could only regenerate it.`,
    stay: 'Stay and copy',
    leave: 'Leave without it',
  },
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    of: (what: string) => `Copy ${what}`,
    done: (what: string) => `${what} copied.`,
    refused: 'The browser did not allow copying. The text is selected: press Ctrl+C (⌘C on a Mac).',
  },
};
