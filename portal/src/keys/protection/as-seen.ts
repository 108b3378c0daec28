import type { DeviceDetail, HiddenData } from '../../api/records.js';

/** The parts of a device that an API key may not see. */
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

export interface SeenField {
  name: string;
  value: Value;
  /** True if the API key sees another value than the stored one. */
  isChanged: boolean;
}

/** The accuracy in meters of a rounded location. */
const ROUGH_ACCURACY_M = 1000;

/** Returns fields of a device as an API key with these hidden data sees them. The service applies the same rules. */
export function asSeen(device: ExampleDevice, hidden: readonly HiddenData[]): SeenField[] {
  const { id, model, imei, imsi1, device_info: info, last_location: place } = device;
  const blank = (kind: HiddenData) => (value: Value) =>
    hidden.includes(kind) && value !== null ? '' : value;
  const near = (change: (value: number) => Value) => (value: Value) =>
    hidden.includes('exact_location') && typeof value === 'number' ? change(value) : value;
  const fields: [name: string, value: Value, seen: (value: Value) => Value][] = [
    ['id', id, same],
    ['model', model, same],
    ['fcm_token', info.fcm_token, blank('credentials')],
    ['imei', imei, blank('identifiers')],
    ['imsi1', imsi1, blank('identifiers')],
    ['serialNumber', info.hardwareInfo.serialNumber, blank('identifiers')],
  ];
  if (place)
    fields.push(
      ['lat', place.lat, near(twoDecimals)],
      ['lng', place.lng, near(twoDecimals)],
      ['accuracy', place.accuracy, near((metres) => Math.max(metres, ROUGH_ACCURACY_M))],
      ['altitude', place.altitude, near(() => null)],
    );
  return fields.map(([name, value, seen]) => ({
    name,
    value: seen(value),
    isChanged: seen(value) !== value,
  }));
}

const same = (value: Value): Value => value;
const twoDecimals = (degrees: number): number => Math.round(degrees * 100) / 100;
