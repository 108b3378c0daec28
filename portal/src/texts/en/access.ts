import type { HiddenData } from '../../api/types.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';
import { count } from './count.js';

/** The texts about data protection, agents, conflicts, lookup, filters and unsaved changes. */
export const access = {
  protection: {
    title: 'Data protection',
    hint: 'Hide what the application does not need. Responses to the application then leave it out.',
    kinds: {
      credentials: {
        label: 'Hide credentials',
        meaning:
          'Tokens that identify a device to other services are empty. Only device management software needs them.',
        chip: 'Without credentials',
        hides: 'Credentials of devices will be empty immediately.',
        shows: 'The API key gets access to credentials of devices.',
      },
      identifiers: {
        label: 'Hide identifiers',
        meaning:
          'IMEI, IMSI, serial number and MAC address are empty. The device id stays and may itself identify a person.',
        chip: 'Without identifiers',
        hides: 'Identifiers of devices will be empty immediately.',
        shows: 'The API key gets access to identifiers of devices.',
      },
      exact_location: {
        label: 'Hide exact location',
        meaning:
          'Coordinates are rounded to about 1 km, so they show the part of a town but no address. The altitude is empty.',
        chip: 'Without exact location',
        hides: 'Locations will be rounded to about 1 km immediately.',
        shows: 'The API key gets access to exact locations.',
      },
    } satisfies Record<HiddenData, Record<'label' | 'meaning' | 'chip' | 'hides' | 'shows', string>>,
    restartNote:
      'An application that follows the changes of devices or locations must start again. It does so automatically if it handles the error 410 as documented.',
    nothing: 'Sees everything',
    example: 'Show an example of what the application sees',
    exampleOf: (device: string) =>
      `The device ${isolateBidi(device)} as this API key sees it. Long texts are shortened here.`,
    sampleDevice: 'An invented device as this API key sees it.',
    hidden: 'hidden',
    lessExact: 'less exact',
  },
  agents: {
    title: 'Agents (MCP)',
    allow: 'Allow agents',
    allowHint:
      'AI agents may use the API key through the Model Context Protocol. They see only what the API key sees.',
    chip: 'Agents allowed',
    filter: { allowed: 'Allowed', refused: 'Not allowed' },
    allowed: 'Agents will be allowed to use the API key immediately.',
    refused: 'Requests of agents will be refused immediately.',
    off: 'The operator of the service has switched agents off, so no agent can use an API key now.',
    connect: 'Connect an agent',
    connectHint:
      'Paste these lines into the configuration of your agent. Replace API_KEY with the API key, or set the environment variable DEVICE_API_KEY to the API key. The portal does not store the API key.',
    terminal: 'in a terminal',
  },
  conflict: {
    text: 'Another user has changed this API key since you opened it. Your changes were not saved, but they are still in this form. These fields differ:',
    field: 'Field',
    saved: 'Saved now',
    yours: 'In this form',
    continueEditing: 'Continue with my changes',
  },
  lookup: {
    title: 'Which API key is this?',
    text: 'Paste an API key that you found in a log or a repository. The portal does not store it.',
    find: 'Find API key',
    missing: 'Paste an API key.',
    notFound: 'This is not an API key of your enterprise. It may have been deleted or replaced.',
    found: 'This API key belongs to',
    advice: 'If other people may have seen it, regenerate it and let the old API key expire immediately.',
  },
  attention: {
    title: 'Needs attention',
    expires: (at: string) => `expires on ${at}.`,
    expiring: (n: number) => `${count(n, 'API key expires', 'API keys expire')} within 14 days`,
    failedCalls: (n: number, isMore: boolean) =>
      `had ${count(n, 'failed call', 'failed calls')}${isMore ? ' or more' : ''} in the last 24 hours.`,
    invitations: (n: number) => `${count(n, 'invitation', 'invitations')} not accepted yet`,
  },
  filters: {
    title: 'Filters',
    inUse: (n: number) => `Filters (${n} in use)`,
  },
  discard: {
    title: 'Discard your changes?',
    text: 'What you entered is not saved.',
    stay: 'Keep editing',
    leave: 'Discard changes',
  },
};
