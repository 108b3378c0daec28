import type { Row } from '../../database/rows/reader.js';
import { quote, type ByteBuffer } from '../../streaming/fields/byte-buffer.js';
import { FieldSelection, type RowContext } from '../../streaming/fields/field-selection.js';
import { ObjectWriter } from '../../streaming/formats/json.js';
import { DeviceDetailDto, DeviceListItemDto, LastLocationDto, LastPositionDto } from './device.dto.js';

export const LIST_FIELDS = FieldSelection.of(DeviceListItemDto);

export const STORED_LOCATION_FIELDS = FieldSelection.of(LastLocationDto);

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
 * Inserts the MAC address at the end of the Wi-Fi object. JSON strings escape quotes, and no later member has the name `gsm`, so
 * the last match is that end.
 */
function writeWithMacAddress(row: Row, json: ByteBuffer): void {
  row.writeJson(json);
  json.insert(json.written.lastIndexOf(END_OF_WIFI), `,"macAddress":${quote(row.readText())}`);
}
