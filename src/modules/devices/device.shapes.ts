import type { Row } from '../../database/rows/reader.js';
import { quote, type AnswerBytes } from '../../streaming/fields/byte-buffer.js';
import { Shape, type AnswerContext } from '../../streaming/fields/field-selection.js';
import { ObjectWriter } from '../../streaming/formats/json.js';
import { DeviceDetailDto, DeviceListItemDto, LastLocationDto } from './device.dto.js';
import { LastPositionDto } from './last-position.dto.js';

export const listShape = Shape.of(DeviceListItemDto);

export const storedPositionShape = Shape.of(LastLocationDto);

export const lastPositionShape = Shape.of(LastPositionDto, {
  last_location: { writeJson: writeOwnOrStored },
});

export const detailShape = Shape.of(DeviceDetailDto, {
  device_info: { writeJson: writeWithMacAddress },
});

/** The columns of a stored position stand behind the device's own, which is null where the stored one is newer. */
function writeOwnOrStored(row: Row, json: AnswerBytes, context: AnswerContext): void {
  const own = row.readText();
  if (own === '') ObjectWriter.of(storedPositionShape).write(row, json, context);
  else json.text(own);
}

const END_OF_WIFI = Buffer.from('},"gsm":{');

/**
 * Puts the MAC address into the stored form, which is the list's. Quotes inside JSON strings are escaped and no member behind
 * has the same name, so the last place that reads like the end of the Wi-Fi is it.
 */
function writeWithMacAddress(row: Row, json: AnswerBytes): void {
  row.writeJson(json);
  json.insert(json.written.lastIndexOf(END_OF_WIFI), `,"macAddress":${quote(row.readText())}`);
}
