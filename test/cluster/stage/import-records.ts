import { exportFolder } from '../../importer/export-folder.js';
import { runCli, type Outcome } from '../../kit/process/program.js';
import { removeFolder } from '../../kit/process/workplace.js';

/** Loads records with the command that operators use. */
export async function importRecords(
  records: Record<string, object[]>,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const folder = await exportFolder(records);
  const outcome = await runCli(['import', folder], env);
  await removeFolder(folder);
  return outcome;
}

/** All of them must go in. */
export async function insistOnImport(...what: Parameters<typeof importRecords>): Promise<void> {
  const { status, stdout, stderr } = await importRecords(...what);
  if (status !== 0) throw new Error(`The import ended with ${status}: ${stderr || stdout}`);
}
