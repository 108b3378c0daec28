import { count } from './count.js';
import { isolateBidi } from '../bidi/isolate-bidi.js';

const orMore = (isMore: boolean): string => (isMore ? ' or more' : '');

export const settings = {
  title: 'Settings',
  intro: 'What an application needs in addition to its API key.',
  enterprise: 'Enterprise',
  id: 'Enterprise identifier',
  idHint: 'Sent with each request in the x-enterprise-id header.',
  name: 'Name',
  zone: 'Time zone',
  zoneHint: 'The API uses this time zone for days and times.',
  changeZone: 'Change time zone',
  zoneSaved: (zone: string) => `The time zone is now ${isolateBidi(zone)}.`,
  pastDaysChange:
    'Past days change too. They begin and end at other times in another time zone, so reports for the same days may show different figures. Copies kept through the change feeds stay correct.',
  retention: 'Data retention',
  retentionDays: (days: number | null) => (days === null ? 'indefinitely' : count(days, 'day', 'days')),
  retentionHint:
    'The service purges older data usage, screen time and locations once a day. It keeps devices and apps.',
  changeRetention: 'Change data retention',
  days: 'Days of retention',
  daysHint:
    'Whole days before today, in the time zone of the enterprise. Leave empty to keep data indefinitely.',
  daysInvalid: (most: number) =>
    `Enter a whole number from 1 to ${most.toLocaleString('en')}, or leave the field empty.`,
  confirmRetention: (days: number) => `Keep only ${count(days, 'day', 'days')}?`,
  older: (from: string) => `Within a day, the service purges all data from before ${isolateBidi(from)}:`,
  nothingOlder: (from: string) =>
    `There is no data from before ${isolateBidi(from)} yet. The service purges data as it gets older.`,
  removedUsage: (n: number, isMore: boolean) =>
    `${count(n, 'data usage record', 'data usage records')}${orMore(isMore)}`,
  removedScreenTime: (n: number, isMore: boolean) =>
    `${count(n, 'screen time record', 'screen time records')}${orMore(isMore)}`,
  removedLocations: (n: number, isMore: boolean) => `${count(n, 'location', 'locations')}${orMore(isMore)}`,
  cannotBeRestored: 'Purged data cannot be restored. Copies in other applications are not affected.',
  keepOnly: (days: number) => `Keep ${count(days, 'day', 'days')} and purge older data`,
  retentionSaved: (days: number | null) =>
    days === null ? 'Data is kept indefinitely.' : `Data is kept for ${count(days, 'day', 'days')}.`,
  dataPages: 'Data pages',
  dataPagesOn: 'On',
  dataPagesOff: 'Off',
  dataPagesHint:
    'The pages under Data show devices, their usage and their locations to administrators and viewers. API keys are not affected.',
  dataPagesTurnOn: 'Switch Data pages on',
  dataPagesTurnOff: 'Switch Data pages off',
  dataPagesOnTitle: 'Switch the Data pages on?',
  dataPagesOnText: 'Administrators and viewers can then open them immediately.',
  dataPagesOffTitle: 'Switch the Data pages off?',
  dataPagesOffText: 'No user can open them until they are switched on again. API keys still read data.',
  dataPagesNowOn: 'The Data pages are on.',
  dataPagesNowOff: 'The Data pages are off.',
  map: 'Maps',
  mapBuiltIn:
    'Maps show country outlines that the portal includes. The portal contacts no external map service. For streets, the operator of the service sets a map style, for example:',
  mapHosts: 'Map hosts',
  mapPrivacy:
    'When a user opens a map, the browser loads it from these hosts. The hosts see the addresses of the browser and of the portal, and which part of the world the map shows, so roughly where devices are. They receive no device data, no locations and no pages of the portal.',
  base: 'Base address',
  headers: 'Headers of each request',
  keyHeader: 'The word Bearer, a space, and the API key',
  idHeader: 'The enterprise identifier',
  documents: 'Documentation',
  swagger: 'Swagger UI',
  swaggerHint: 'Browse and try all requests.',
  openapi: 'OpenAPI document',
  openapiHint: 'Generate a client from this document.',
};
