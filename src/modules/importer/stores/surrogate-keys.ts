import { DEVICE_KEY, ENTERPRISE_KEY, type CheckedRecord } from '../records/record-shape.js';
import { RecentMap } from './recent-map.js';
import { deviceNameText, NO_ENTERPRISE, type DeviceName, type RecordStore } from './record-store.js';

const REMEMBERED_ENTERPRISES = 20_000;
const REMEMBERED_DEVICES = 200_000;

/** Puts the numbers of enterprises and devices into rows. What a batch has of unknown ones is asked for at once. */
export class SurrogateKeys {
  private readonly enterprises = new RecentMap<number>(REMEMBERED_ENTERPRISES);
  private readonly devices = new RecentMap<number>(REMEMBERED_DEVICES);

  constructor(private readonly store: RecordStore) {}

  /** Returns the records whose enterprise does not exist. */
  fillEnterprises(records: readonly CheckedRecord[]): Promise<ReadonlySet<CheckedRecord>> {
    const idOf = ({ enterpriseId }: CheckedRecord) => enterpriseId;
    const find = (unknown: CheckedRecord[]) => this.store.findEnterprises(unknown.map(idOf));
    return fill(records, ENTERPRISE_KEY, this.enterprises, idOf, find);
  }

  /** Where an enterprise was erased, one that comes under its name later is another. */
  forget(refused: ReadonlyMap<CheckedRecord, string>): void {
    for (const [{ enterpriseId }, reason] of refused)
      if (reason === NO_ENTERPRISE) this.enterprises.delete(enterpriseId);
  }

  /** For records that have the number of their enterprise. Returns those whose device does not exist. */
  fillDevices(records: readonly CheckedRecord[]): Promise<ReadonlySet<CheckedRecord>> {
    const nameOf = ({ row, deviceId }: CheckedRecord): DeviceName => ({
      enterpriseKey: Number(row[ENTERPRISE_KEY]),
      id: deviceId,
    });
    const find = (unknown: CheckedRecord[]) => this.store.findDevices(unknown.map(nameOf));
    return fill(records, DEVICE_KEY, this.devices, (record) => deviceNameText(nameOf(record)), find);
  }
}

async function fill(
  records: readonly CheckedRecord[],
  column: number,
  known: RecentMap<number>,
  nameOf: (record: CheckedRecord) => string,
  find: (unknown: CheckedRecord[]) => Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlySet<CheckedRecord>> {
  const unknown = new Map<string, CheckedRecord>();
  for (const record of records) {
    const name = nameOf(record);
    if (known.get(name) === undefined) unknown.set(name, record);
  }
  if (unknown.size > 0) for (const [name, key] of await find([...unknown.values()])) known.set(name, key);
  const orphans = new Set<CheckedRecord>();
  for (const record of records) {
    const key = known.get(nameOf(record));
    if (key === undefined) orphans.add(record);
    else record.row[column] = key;
  }
  return orphans;
}
