import { demoRecords, type DemoLine } from '../../../demo/demo-data.js';
import type { Importer } from '../importer/importer.js';
import type { RecordKind } from '../importer/records/record-kinds.js';

/** Loads the demo data of a time the way an export is loaded. Returns how many records it has. */
export async function loadDemoData(importer: Importer, now: Date): Promise<number> {
  let total = 0;
  for (const { kind, records } of runsOf(demoRecords(now))) {
    const { loaded } = await importer.importRecords(kind, records, {
      onRejected: ([first]) =>
        Promise.reject(new Error(`The demo data cannot be loaded: ${kind}: ${first?.reason ?? ''}`)),
    });
    total += loaded;
  }
  return total;
}

/** Records of one kind that follow each other. */
function* runsOf(lines: Iterable<DemoLine>): Generator<{ kind: RecordKind; records: object[] }> {
  let run: { kind: RecordKind; records: object[] } | undefined;
  for (const { file, record } of lines) {
    if (run?.kind !== file) {
      if (run) yield run;
      run = { kind: file, records: [] };
    }
    run.records.push(record);
  }
  if (run) yield run;
}
