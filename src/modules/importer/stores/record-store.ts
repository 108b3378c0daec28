import type { DeviceName } from './device-names.js';
import type { RecordShape, Value } from '../records/record-shape.js';

export interface FoundEnterprise {
  readonly id: string;
  readonly key: number;
}

export interface FoundDevice extends DeviceName {
  readonly deviceKey: number;
}

/** Writes batches and finds what they refer to. One class per engine. */
export interface RecordStore {
  /** Those of the enterprises that exist. */
  findEnterprises(ids: readonly string[]): Promise<readonly FoundEnterprise[]>;
  /** Those of the devices that exist. */
  findDevices(names: readonly DeviceName[]): Promise<readonly FoundDevice[]>;
  /**
   * Stores the rows in one transaction. A row with a known id replaces the old one; of rows with the same id the last
   * one stays. Devices get their numbers here.
   */
  save(shape: RecordShape, rows: readonly Value[][]): Promise<void>;
}
