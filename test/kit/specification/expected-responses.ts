import type { Export, ExportRecord } from '../app/builders.js';
import { GSM_SLOT, ON_REQUEST, TABLES, type FieldTable, type Rule } from './field-tables.js';

/** Computes the expected responses from the specification (docs/contract.md, 1.2) alone. */

const LONG_OFFSETS = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a zone, truncated to whole minutes, from Intl. */
function offsetAt(instant: number, zone: string): number {
  let format = LONG_OFFSETS.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    LONG_OFFSETS.set(zone, format);
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

export function inZone(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone);
  const minutes = Math.abs(offset) / 60_000;
  const padded = (value: number): string => String(value).padStart(2, '0');
  const local = new Date(instant + offset).toISOString().replace('Z', '');
  return `${local}${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

export function responseOf(table: FieldTable, record: ExportRecord, zone: string): ExportRecord {
  return Object.fromEntries(
    Object.entries(table).map(([name, rule]) => {
      const value = rule === 'day' ? record.start : record[name];
      return [name, valueOf(name, rule, value, zone)];
    }),
  );
}

function valueOf(name: string, rule: Rule, value: unknown, zone: string): unknown {
  if (name === 'last_location' && value == null) return null;
  if (name === 'gsm') return gsmOf(value as ExportRecord | null | undefined, zone);
  if (typeof rule === 'object') return responseOf(rule, (value ?? {}) as ExportRecord, zone);
  switch (rule) {
    case 'string':
      return value ?? '';
    case 'array':
      return value ?? [];
    case 'timestamp':
      return typeof value === 'string' && value !== '' ? inZone(Date.parse(value), zone) : null;
    case 'day':
      return dayOf(value, zone);
    default:
      return value ?? null;
  }
}

const dayOf = (start: unknown, zone: string): string | null =>
  typeof start === 'string' && start !== '' ? inZone(Date.parse(start), zone).slice(0, 10) : null;

function gsmOf(value: ExportRecord | null | undefined, zone: string): ExportRecord {
  return value?.gsm1 == null ? {} : { gsm1: responseOf(GSM_SLOT, value.gsm1 as ExportRecord, zone) };
}

type RecordKind = 'datausage' | 'screentime' | 'applications' | 'locations';

const KINDS: Readonly<Record<RecordKind, readonly [FieldTable, id: string, time?: string]>> = {
  datausage: [TABLES.datausage, 'id', 'start'],
  screentime: [TABLES.screentime, 'id', 'start'],
  applications: [TABLES.application, 'ID'],
  locations: [TABLES.location, 'id', 'created_at'],
};

export class ExpectedResponses {
  private readonly zone: string;

  constructor(
    private readonly all: Export,
    private readonly enterpriseId: string,
  ) {
    const enterprise = all.enterprises.find(({ id }) => id === enterpriseId);
    this.zone = (enterprise?.time_zone ?? 'UTC') as string;
  }

  get devices(): readonly ExportRecord[] {
    return this.ofEnterprise(this.all.devices)
      .filter(({ status }) => status !== 'DELETED')
      .sort((a, b) => Buffer.compare(Buffer.from(a.id as string), Buffer.from(b.id as string)));
  }

  list(): ExportRecord[] {
    return this.devices.map((device) => responseOf(TABLES.listItem, device, this.zone));
  }

  detail(deviceId: string): ExportRecord {
    const device = this.devices.find(({ id }) => id === deviceId) ?? {};
    return responseOf(TABLES.detail, device, this.zone);
  }

  ofDevice(kind: RecordKind, deviceId: string): ExportRecord[] {
    return this.recordsOf(kind, deviceId, KINDS[kind][0]);
  }

  fleet(kind: RecordKind, startdate: string, enddate: string): ExportRecord[][] {
    const devices = kind === 'applications' ? this.devices : this.ofEnterprise(this.all.devices);
    const recordsOfDevices = devices.map(({ id }) => {
      if (kind === 'applications') return this.ofDevice(kind, id as string);
      const records = this.recordsOf(kind, id as string, { ...KINDS[kind][0], ...ON_REQUEST.history });
      return records.filter(({ start }) => isWithin(start, startdate, enddate));
    });
    return recordsOfDevices.filter(({ length }) => length > 0);
  }

  bulk(startdate: string, enddate: string): ExportRecord[] {
    const records = this.ofEnterprise(this.all.locations).sort(byTimeAndId('id', 'created_at'));
    const all = this.responsesOf({ ...TABLES.bulkLocation, ...ON_REQUEST.bulkLocation }, records);
    return all.filter(({ created_at: at }) => isWithin(at, startdate, enddate));
  }

  private recordsOf(kind: RecordKind, deviceId: string, table: FieldTable): ExportRecord[] {
    const [, id, time] = KINDS[kind];
    const records = this.ofEnterprise(this.all[kind]).filter(({ device_id }) => device_id === deviceId);
    return this.responsesOf(table, records.sort(byTimeAndId(id, time)));
  }

  private responsesOf(table: FieldTable, records: readonly ExportRecord[]): ExportRecord[] {
    return records.map((record) => responseOf(table, record, this.zone));
  }

  private ofEnterprise(records: readonly ExportRecord[]): ExportRecord[] {
    return records.filter(({ enterprise_id }) => enterprise_id === this.enterpriseId);
  }
}

function isWithin(time: unknown, startdate: string, enddate: string): boolean {
  const day = String(time).slice(0, 10);
  return time !== null && day >= startdate && day <= enddate;
}

/** Sorts by time if there is one, records without it first, and then by id. */
function byTimeAndId(id: string, time?: string): (left: ExportRecord, right: ExportRecord) => number {
  const instant = (record: ExportRecord): number => {
    const text = time === undefined ? '' : record[time];
    return typeof text === 'string' && text !== '' ? Date.parse(text) : -Infinity;
  };
  return (left, right) => {
    const a = instant(left);
    const b = instant(right);
    return a === b ? Number(left[id]) - Number(right[id]) : a - b;
  };
}
