import { DEVICE_KEY, ENTERPRISE_KEY, type CheckedRecord } from '../records/record-shape.js';
import { RecentMap } from './recent-map.js';
import { deviceNameText, type DeviceName, type RecordStore } from './record-store.js';

const REMEMBERED_ENTERPRISES = 20_000;
const REMEMBERED_DEVICES = 200_000;

/** Puts the numbers of enterprises and devices into rows. What a batch has of unknown ones is asked for at once. */
export class SurrogateKeys {
  private readonly enterprises = new RecentMap<number>(REMEMBERED_ENTERPRISES);
  private readonly devices = new RecentMap<number>(REMEMBERED_DEVICES);

  constructor(private readonly store: RecordStore) {}

  /** Returns the records whose enterprise does not exist. */
  async fillEnterprises(records: readonly CheckedRecord[]): Promise<ReadonlySet<CheckedRecord>> {
    const keyOf = ({ enterpriseId }: CheckedRecord) => this.enterprises.get(enterpriseId);
    const unknown = new Set(
      records.filter((record) => keyOf(record) === undefined).map(({ enterpriseId }) => enterpriseId),
    );
    if (unknown.size > 0) {
      const found = await this.store.findEnterprises([...unknown]);
      for (const { id, key } of found) this.enterprises.set(id, key);
    }
    return fill(records, ENTERPRISE_KEY, keyOf);
  }

  /** For records that have the number of their enterprise. Returns those whose device does not exist. */
  async fillDevices(records: readonly CheckedRecord[]): Promise<ReadonlySet<CheckedRecord>> {
    const keyOf = (record: CheckedRecord) => this.devices.get(deviceNameText(nameOf(record)));
    const unknown = new Map<string, DeviceName>();
    for (const name of records.filter((record) => keyOf(record) === undefined).map(nameOf))
      unknown.set(deviceNameText(name), name);
    if (unknown.size > 0) {
      const found = await this.store.findDevices([...unknown.values()]);
      for (const device of found) this.devices.set(deviceNameText(device), device.deviceKey);
    }
    return fill(records, DEVICE_KEY, keyOf);
  }
}

function nameOf({ row, deviceId }: CheckedRecord): DeviceName {
  return { enterpriseKey: Number(row[ENTERPRISE_KEY]), id: deviceId };
}

function fill(
  records: readonly CheckedRecord[],
  column: number,
  keyOf: (record: CheckedRecord) => number | undefined,
): ReadonlySet<CheckedRecord> {
  const orphans = new Set<CheckedRecord>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === undefined) orphans.add(record);
    else record.row[column] = key;
  }
  return orphans;
}
