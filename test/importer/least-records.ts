import type { RecordKind } from '../../src/modules/importer/record-kinds.js';

export const LEAST_RECORDS: Readonly<Record<RecordKind, object>> = {
  enterprises: { id: 'e' },
  devices: { id: 'd', enterprise_id: 'e' },
  datausage: { id: 1, enterprise_id: 'e', device_id: 'd' },
  screentime: { id: 1, enterprise_id: 'e', device_id: 'd' },
  applications: { ID: 1, enterprise_id: 'e', device_id: 'd' },
  locations: { id: 1, enterprise_id: 'e', device_id: 'd' },
};
