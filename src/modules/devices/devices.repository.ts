import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import { selectWhere, type Condition, type Query, type Row } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import type { DevicesQuery } from '../../http/list-query.dto.js';
import { quote, type ByteBuffer } from '../../streaming/fields/byte-buffer.js';
import {
  FIELDS_PLACEHOLDER,
  FieldSelection,
  prepareListQuery,
  prepareQuery,
  type RowContext,
} from '../../streaming/fields/field-selection.js';
import { ObjectWriter } from '../../streaming/formats/json.js';
import { isOneOf, newestLocation, NOT_DELETED } from '../records/device-queries.js';
import { DeviceDetailDto, DeviceListItemDto, LastLocationDto, LastPositionDto } from './device.dto.js';
import { Device } from './device.entity.js';

export const LIST_FIELDS = FieldSelection.of(DeviceListItemDto);

const STORED_LOCATION_FIELDS = FieldSelection.of(LastLocationDto);

export const LAST_LOCATION_FIELDS = FieldSelection.of(LastPositionDto, {
  last_location: { writeJson: writeOwnOrStored },
});

export const DETAIL_FIELDS = FieldSelection.of(DeviceDetailDto, {
  device_info: { writeJson: writeWithMacAddress },
});

/** Writes the stored location, from the columns after it, if the device's own one is null. */
function writeOwnOrStored(row: Row, json: ByteBuffer, context: RowContext): void {
  const own = row.readText();
  if (own === '') ObjectWriter.of(STORED_LOCATION_FIELDS).write(row, json, context);
  else json.text(own);
}

const END_OF_WIFI = Buffer.from('},"gsm":{');

/**
 * Inserts the MAC address at the end of the Wi-Fi object, before the last `},"gsm":{`. JSON strings
 * escape quotes, and no later object has a member `gsm`. Parses text of another form, which the importer does not write.
 */
function writeWithMacAddress(row: Row, json: ByteBuffer): void {
  const start = json.length;
  row.writeJson(json);
  const macAddress = row.readText();
  const end = json.written.lastIndexOf(END_OF_WIFI);
  if (end >= start) {
    json.insert(end, `,"macAddress":${quote(macAddress)}`);
    return;
  }
  const stored = json.written.toString('utf8', start);
  json.length = start;
  json.text(withMacAddress(stored, macAddress));
}

/** Returns an empty object for text that is not JSON, because an error would fail the whole batch. */
function withMacAddress(stored: string, macAddress: string): string {
  try {
    const info = JSON.parse(stored) as StoredInfo;
    if (info?.networkInfo?.wifi) info.networkInfo.wifi.macAddress = macAddress;
    return JSON.stringify(info);
  } catch {
    return '{}';
  }
}

/** As another writer may have stored it. */
type StoredInfo = { networkInfo?: { wifi?: { macAddress?: string } | null } | null } | null;

@Injectable()
export class DevicesRepository {
  private readonly all;
  private readonly byIds;
  private readonly lastLocations;

  constructor(@InjectRepository(Device) devices: Repository<Device>) {
    const active = (more: string) =>
      devices
        .createQueryBuilder('device')
        .select(more + FIELDS_PLACEHOLDER)
        .where(`device.enterpriseKey = :enterpriseKey AND ${NOT_DELETED}`)
        .orderBy('device.id');
    this.all = prepareQuery(active(''), ['enterpriseKey']);
    this.byIds = prepareListQuery(
      (ids) => active('device.id, ').andWhere(`device.id IN (${ids})`),
      ['enterpriseKey'],
    );
    this.lastLocations = lastLocations(engineOf(devices.manager.dataSource));
  }

  list(enterpriseKey: number, fields: FieldSelection, { device_id, status }: DevicesQuery): Query {
    const filters: Condition[] = [];
    if (device_id) filters.push(isOneOf('device.id', device_id));
    if (status !== undefined) filters.push(['device.status = ?', status]);
    if (filters.length === 0) return this.all({ enterpriseKey }, fields);
    return selectWhere(
      `SELECT ${fields.select('device')} FROM devices device`,
      [['device.enterprise_key = ?', enterpriseKey], [NOT_DELETED], ...filters],
      'ORDER BY device.id',
    );
  }

  listByIds(enterpriseKey: number, ids: readonly string[], fields: FieldSelection): Query {
    return this.byIds(ids, { enterpriseKey }, fields);
  }

  listLastLocations(enterpriseKey: number): Query {
    return { sql: this.lastLocations, parameters: [enterpriseKey] };
  }
}

const OF_EITHER: Readonly<Record<string, string>> = {
  last_location_update: 'COALESCE(location.created_at, device.last_location_update)',
  last_location: 'CASE WHEN location.id IS NULL THEN device.last_location END',
};

/** Ignores locations without coordinates. JSON strings escape quotes, so no string value matches these patterns. */
const HAS_OWN = `device.last_location IS NOT NULL
  AND device.last_location NOT LIKE '%"lat":null%' AND device.last_location NOT LIKE '%"lng":null%'`;
const OWN_TIME = `CASE WHEN ${HAS_OWN} THEN COALESCE(device.last_location_update, ${NO_TIME}) ELSE ${NO_TIME} END`;

/** Selects null as the device's own location if a stored one is newer. The columns of the stored one follow. */
const COLUMNS = [
  ...LAST_LOCATION_FIELDS.columns.map((column) => OF_EITHER[column] ?? `device.${column}`),
  ...STORED_LOCATION_FIELDS.columns.map((column) => (column === 'caller' ? "''" : `location.${column}`)),
];

/**
 * Selects the newer of each device's own location and its newest stored one with coordinates. `hasPlace` is a value and
 * not an EXISTS, because MariaDB would start with an EXISTS.
 */
function lastLocations(engine: Engine): string {
  const hasPlace = `SELECT placed.lat IS NOT NULL AND placed.lng IS NOT NULL
    FROM locations placed ${engine.byPrimaryKey('locations')}
    WHERE placed.enterprise_key = other.enterprise_key AND placed.created_at = other.created_at AND placed.id = other.id`;
  return `SELECT ${COLUMNS.join(', ')}
    FROM devices device ${engine.byPrimaryKey('devices')}
    LEFT JOIN ${newestLocation(engine, 'location', `AND (${hasPlace})`)} AND location.created_at > ${OWN_TIME}
    WHERE device.enterprise_key = ? AND (${HAS_OWN} OR location.id IS NOT NULL) AND ${NOT_DELETED}
    ORDER BY device.id`;
}
