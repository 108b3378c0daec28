import type { Row } from '../../database/row-reader.js';
import { quote, type JsonBytes } from '../../http/json-bytes.js';
import { Serializer } from '../../http/serializer.js';
import { DeviceDetailDto, DeviceListItemDto } from './device.dto.js';
import { LastPositionDto } from './last-position.dto.js';

export const listSerializer = new Serializer(DeviceListItemDto);

export const lastPositionSerializer = new Serializer(LastPositionDto);

export const detailSerializer = new Serializer(DeviceDetailDto, {
  device_info: writeWithMacAddress,
});

const WIFI = Buffer.from('"wifi":{');

/**
 * Puts the MAC address into the stored form, which is the list's. Quotes inside JSON strings are escaped and every member
 * behind the Wi-Fi has a fixed name, so the last place that reads like it is the Wi-Fi itself.
 */
function writeWithMacAddress(row: Row, json: JsonBytes): void {
  row.writeJson(json);
  const at = json.written.lastIndexOf(WIFI) + WIFI.length;
  json.insert(at, `"macAddress":${quote(row.readText())},`);
}
