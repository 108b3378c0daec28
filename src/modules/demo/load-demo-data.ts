import { demoRecords } from '../../../demo/demo-data.js';
import type { ImporterService } from '../importer/importer.service.js';

/** Loads the demo data of a time the way an export is loaded. Returns how many records it has. */
export async function loadDemoData(importer: ImporterService, now: Date): Promise<number> {
  let total = 0;
  for (const { file, records } of demoRecords(now)) {
    const { loaded } = await importer.importRecords(file, records, {
      onRejected: ([first]) =>
        Promise.reject(new Error(`The demo data cannot be loaded: ${file}: ${first?.reason ?? ''}`)),
    });
    total += loaded;
  }
  return total;
}
