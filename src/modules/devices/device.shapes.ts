import type { Row } from '../../database/rows/reader.js';
import { quote, type ByteBuffer } from '../../streaming/fields/byte-buffer.js';
import { FieldSelection, type RowContext } from '../../streaming/fields/field-selection.js';
import { ObjectWriter } from '../../streaming/formats/json.js';
import { DeviceDetailDto, DeviceListItemDto, LastLocationDto, LastPositionDto } from './device.dto.js';

export const LIST_FIELDS = FieldSelection.of(DeviceListItemDto);

export const STORED_POSITION_FIELDS = FieldSelection.of(LastLocationDto);

export const LAST_POSITION_FIELDS = FieldSelection.of(LastPositionDto, {
  last_location: { writeJson: writeOwnOrStored },
});

export const DETAIL_FIELDS = FieldSelection.of(DeviceDetailDto, {
  device_info: { writeJson: writeWithMacAddress },
});

/** The columns of a stored position stand behind the device's own, which is null where the stored one is newer. */
function writeOwnOrStored(row: Row, json: ByteBuffer, context: RowContext): void {
  const own = row.readText();
  if (own === '') ObjectWriter.of(STORED_POSITION_FIELDS).write(row, json, context);
  else json.text(own);
}

const END_OF_WIFI = Buffer.from('},"gsm":{');

/**
 * Puts the MAC address into the stored form, which is the list's. Quotes inside JSON strings are escaped and no member behind
 * has the same name, so the last place that reads like the end of the Wi-Fi is it.
 */
function writeWithMacAddress(row: Row, json: ByteBuffer): void {
  row.writeJson(json);
  json.insert(json.written.lastIndexOf(END_OF_WIFI), `,"macAddress":${quote(row.readText())}`);
}
