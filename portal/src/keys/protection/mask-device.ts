import type { DeviceDetail, HiddenData } from '../../api/types.js';

/** The fields of a device in the example. Hidden data changes all except `id` and `model`. */
export type ExampleDevice = Pick<DeviceDetail, 'id' | 'model' | 'imei' | 'imsi1'> & {
  device_info: Pick<DeviceDetail['device_info'], 'fcm_token'> & {
    hardwareInfo: Pick<DeviceDetail['device_info']['hardwareInfo'], 'serialNumber'>;
  };
  last_location: Pick<
    NonNullable<DeviceDetail['last_location']>,
    'lat' | 'lng' | 'accuracy' | 'altitude'
  > | null;
};

type Value = string | number | null;

export interface MaskedField {
  name: string;
  value: Value;
  /** True if the value differs from the stored one. */
  isChanged: boolean;
}

/** The accuracy in meters of a rounded location. */
const ROUNDED_ACCURACY_M = 1000;

/** Returns fields of a device as an API key with these hidden data sees them. The service applies the same rules. */
export function maskDevice(device: ExampleDevice, hidden: readonly HiddenData[]): MaskedField[] {
  const { id, model, imei, imsi1, device_info: info, last_location: lastLocation } = device;
  const blankIfHidden = (kind: HiddenData) => (value: Value) =>
    hidden.includes(kind) && value !== null ? '' : value;
  const changeIfHidden = (change: (value: number) => Value) => (value: Value) =>
    hidden.includes('exact_location') && typeof value === 'number' ? change(value) : value;
  const fields: [name: string, value: Value, mask: (value: Value) => Value][] = [
    ['id', id, unchanged],
    ['model', model, unchanged],
    ['fcm_token', info.fcm_token, blankIfHidden('credentials')],
    ['imei', imei, blankIfHidden('identifiers')],
    ['imsi1', imsi1, blankIfHidden('identifiers')],
    ['serialNumber', info.hardwareInfo.serialNumber, blankIfHidden('identifiers')],
  ];
  if (lastLocation)
    fields.push(
      ['lat', lastLocation.lat, changeIfHidden(roundToTwoDecimals)],
      ['lng', lastLocation.lng, changeIfHidden(roundToTwoDecimals)],
      ['accuracy', lastLocation.accuracy, changeIfHidden((meters) => Math.max(meters, ROUNDED_ACCURACY_M))],
      ['altitude', lastLocation.altitude, changeIfHidden(() => null)],
    );
  return fields.map(([name, value, mask]) => ({
    name,
    value: mask(value),
    isChanged: mask(value) !== value,
  }));
}

const unchanged = (value: Value): Value => value;
const roundToTwoDecimals = (degrees: number): number => Math.round(degrees * 100) / 100;
