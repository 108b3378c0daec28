import { quote } from '../../http/json-bytes.js';
import { Serializer } from '../../http/serializer.js';
import { DeviceDetailDto, DeviceListItemDto } from './device.dto.js';
import { LastPositionDto } from './last-position.dto.js';

export const listSerializer = new Serializer(DeviceListItemDto);

export const lastPositionSerializer = new Serializer(LastPositionDto);

export const detailSerializer = new Serializer(DeviceDetailDto, {
  device_info: (row, json) => {
    json.text(withMacAddress(row.readText(), row.readText()));
  },
});

const WIFI = '"wifi":{';

/**
 * Puts the MAC address into the stored form, which is the list's. Quotes inside JSON strings are escaped and every member
 * behind the Wi-Fi has a fixed name, so the last place that reads like it is the Wi-Fi itself.
 */
function withMacAddress(deviceInfo: string, macAddress: string): string {
  const at = deviceInfo.lastIndexOf(WIFI) + WIFI.length;
  return `${deviceInfo.slice(0, at)}"macAddress":${quote(macAddress)},${deviceInfo.slice(at)}`;
}
