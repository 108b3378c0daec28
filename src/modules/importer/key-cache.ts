import { DEVICE_KEY, ENTERPRISE_KEY, type CheckedRecord } from './record-parser.js';
import { deviceName, NO_ENTERPRISE, type RecordStore } from './record-writer.js';

/** Where there are more of either, what is known of them is forgotten: most exports have fewer. */
const MOST_REMEMBERED = 200_000;

/** Puts the numbers of enterprises and devices into rows. What a batch has of unknown ones is asked for at once. */
export class SurrogateKeys {
  private readonly enterprises = new Map<string, number>();
  private readonly devices = new Map<string, number>();

  constructor(private readonly store: RecordStore) {}

  /** Returns the records whose enterprise does not exist. */
  fillEnterprises(records: readonly CheckedRecord[]): Promise<ReadonlySet<CheckedRecord>> {
    const find = (unknown: CheckedRecord[]) => this.store.findEnterprises(unknown);
    return fill(records, ENTERPRISE_KEY, this.enterprises, ({ enterpriseId }) => enterpriseId, find);
  }

  /** Where an enterprise was erased, one that comes under its name later is another. */
  forget(refused: ReadonlyMap<CheckedRecord, string>): void {
    for (const [{ enterpriseId }, reason] of refused)
      if (reason === NO_ENTERPRISE) this.enterprises.delete(enterpriseId);
  }

  /** For records that have the number of their enterprise. Returns those whose device does not exist. */
  fillDevices(records: readonly CheckedRecord[]): Promise<ReadonlySet<CheckedRecord>> {
    const nameOf = ({ row, deviceId }: CheckedRecord) => deviceName(Number(row[ENTERPRISE_KEY]), deviceId);
    const find = (unknown: CheckedRecord[]) => this.store.findDevices(unknown);
    return fill(records, DEVICE_KEY, this.devices, nameOf, find);
  }
}

async function fill(
  records: readonly CheckedRecord[],
  column: number,
  known: Map<string, number>,
  nameOf: (record: CheckedRecord) => string,
  find: (unknown: CheckedRecord[]) => Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlySet<CheckedRecord>> {
  if (known.size > MOST_REMEMBERED) known.clear();
  const unknown = new Map<string, CheckedRecord>();
  for (const record of records) {
    const name = nameOf(record);
    if (!known.has(name)) unknown.set(name, record);
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
