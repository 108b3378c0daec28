import type { Row } from '../../database/rows/row-reader.js';
import { quote, type JsonBytes } from '../../answers/json-bytes.js';
import { Serializer, type AnswerContext } from '../../answers/serializer.js';
import { DeviceDetailDto, DeviceListItemDto, LastLocationDto } from './device.dto.js';
import { LastPositionDto } from './last-position.dto.js';

export const listSerializer = new Serializer(DeviceListItemDto);

export const storedPositionSerializer = new Serializer(LastLocationDto);

export const lastPositionSerializer = new Serializer(LastPositionDto, {
  last_location: writeOwnOrStored,
});

export const detailSerializer = new Serializer(DeviceDetailDto, {
  device_info: writeWithMacAddress,
});

/** The columns of a stored position stand behind the device's own, which is null where the stored one is newer. */
function writeOwnOrStored(row: Row, json: JsonBytes, context: AnswerContext): void {
  const own = row.readText();
  if (own === '') storedPositionSerializer.write(row, json, context);
  else json.text(own);
}

const END_OF_WIFI = Buffer.from('},"gsm":{');

/**
 * Puts the MAC address into the stored form, which is the list's. Quotes inside JSON strings are escaped and no member behind
 * has the same name, so the last place that reads like the end of the Wi-Fi is it.
 */
function writeWithMacAddress(row: Row, json: JsonBytes): void {
  row.writeJson(json);
  json.insert(json.written.lastIndexOf(END_OF_WIFI), `,"macAddress":${quote(row.readText())}`);
}
