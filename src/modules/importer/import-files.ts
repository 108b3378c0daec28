import { basename } from 'node:path';
import type { ImportFile } from './find-import-files.js';
import type { ImportTrail } from './import-trail.js';
import type { Importer, ImportOptions, ImportResult } from './importer.service.js';
import { ProgressLine } from './progress-line.js';
import { readLines } from './line-reader.js';
import { openRegularFile } from './regular-file.js';
import { RejectsFile } from './rejects.js';

const CHUNK_BYTES = 256 * 1024;

/** Loads the files one after the other, with a summary of each on stdout. Returns whether every record went in. */
export async function importFiles(
  importer: Importer,
  files: readonly ImportFile[],
  signal: AbortSignal,
  trail: ImportTrail | undefined,
): Promise<boolean> {
  const taken = new Set<string>();
  let isComplete = true;
  for (const file of files) {
    if (signal.aborted) break;
    const rejects = new RejectsFile(file.path, taken);
    const started = performance.now();
    const result = await importFile(importer, file, rejects, { signal, trail });
    console.log(summary(file, result, (performance.now() - started) / 1000));
    if (rejects.path) console.log(`  the rejected lines and the reasons: ${rejects.path}`);
    isComplete &&= result.rejected === 0;
  }
  return isComplete;
}

async function importFile(
  importer: Importer,
  file: ImportFile,
  rejects: RejectsFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const stream = (await openRegularFile(file.path)).createReadStream({ highWaterMark: CHUNK_BYTES });
  await rejects.removeStale();
  const progress = new ProgressLine(basename(file.path), file.bytes, process.stderr);
  try {
    return await importer.importLines(file.kind, readLines(stream), {
      onRejected: (rejected) => rejects.add(rejected),
      onProgress: (soFar) => progress.show(stream.bytesRead, recordsOf(soFar)),
      ...options,
    });
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file.path}: ${message} (what was loaded stays; run the command again for the rest)`, {
      cause: error,
    });
  } finally {
    progress.clear();
    stream.destroy();
    await rejects.close();
  }
}

const recordsOf = ({ loaded, rejected, passedOver }: ImportResult): number => loaded + rejected + passedOver;

function summary({ path }: ImportFile, result: ImportResult, seconds: number): string {
  const { loaded, rejected, passedOver } = result;
  const rate = Math.round(recordsOf(result) / seconds);
  const counts = [
    `${loaded.toLocaleString('en')} loaded`,
    `${rejected.toLocaleString('en')} rejected`,
    ...(passedOver > 0 ? [`${passedOver.toLocaleString('en')} older than is kept`] : []),
    `${seconds.toFixed(1)} s`,
    `${rate.toLocaleString('en')} rows/s`,
  ];
  return `${path}: ${counts.join(', ')}`;
}
