import { count } from './count.js';
import { isolated } from '../bidi/isolated.js';

const orMore = (isMore: boolean): string => (isMore ? ' or more' : '');

export const settings = {
  settings: {
    title: 'Settings',
    intro: 'What an application needs beside its API key.',
    enterprise: 'Enterprise',
    id: 'Enterprise identifier',
    idHint: 'Sent with each request in the x-enterprise-id header.',
    name: 'Name',
    zone: 'Time zone',
    zoneHint: 'Days and times of the API are in this time zone.',
    changeZone: 'Change the time zone',
    zoneSaved: (zone: string) => `The time zone is ${isolated(zone)} from now on.`,
    pastMoves:
      'Days that are past move as well: with another time zone they begin and end at other times, so reports of the same days may show other figures. Copies that follow the feeds stay right to the instant.',
    kept: 'Data kept',
    keptDays: (days: number | null) => (days === null ? 'for ever' : count(days, 'day', 'days')),
    keptHint:
      'Data usage, screen time and positions that are older are removed once a day. Devices and apps stay.',
    changeKept: 'Change how long data are kept',
    days: 'Days kept',
    daysHint:
      'Whole days before today, in the time zone of the enterprise. Leave it empty to keep everything for ever.',
    daysMistake: (most: number) => `Enter a whole number from 1 to ${most.toLocaleString('en')}, or nothing.`,
    goOn: 'Go on',
    confirmKept: (days: number) => `Keep only ${count(days, 'day', 'days')}?`,
    older: (from: string) => `Everything from before ${isolated(from)} is removed within a day:`,
    nothingOlder: (from: string) =>
      `There is nothing from before ${isolated(from)} now. From then on, data are removed as they get older.`,
    removedUsage: (n: number, isMore: boolean) =>
      `${count(n, 'record', 'records')}${orMore(isMore)} of data usage`,
    removedScreenTime: (n: number, isMore: boolean) =>
      `${count(n, 'record', 'records')}${orMore(isMore)} of screen time`,
    removedLocations: (n: number, isMore: boolean) => `${count(n, 'position', 'positions')}${orMore(isMore)}`,
    forGood: 'What is removed cannot be brought back. Copies that applications have made stay as they are.',
    keepOnly: (days: number) => `Keep ${count(days, 'day', 'days')}, remove the rest`,
    keptSaved: (days: number | null) =>
      days === null ? 'Everything is kept for ever.' : `${count(days, 'day', 'days')} are kept from now on.`,
    map: 'Maps',
    mapOwn:
      'Maps show the outlines of the countries that come with the portal. Nobody outside is asked for them.',
    mapFrom: 'Maps are drawn from',
    mapSeen:
      'When somebody opens a map, their browser asks these hosts for it. They see the addresses of the browser and of the portal, and which part of the world the map shows, so roughly where devices are; they get no device, no position and no page of the portal.',
    base: 'Base address',
    headers: 'Headers of each request',
    keyHeader: 'The word Bearer, a space, and the API key',
    idHeader: 'The enterprise identifier',
    documents: 'Documentation',
    swagger: 'Swagger UI',
    swaggerHint: 'Read about every request and try it.',
    openapi: 'OpenAPI document',
    openapiHint: 'Generate a client from it.',
  },
};
