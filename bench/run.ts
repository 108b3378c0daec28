import { compare, type ComparisonResult, type OwnDatabase } from './scenarios/comparison.js';
import { COMPARISONS } from './scenarios/comparisons.js';
import type { Contender, ContenderName } from './contenders/contenders.js';
import { Lab } from './lab.js';
import { readOptions } from './options.js';
import { publish, publishLarge } from './report/publish.js';
import { comparisonLines, findingLine } from './report/table.js';
import type { Finding, Scenario } from './scenarios/scenario.js';
import { duringCompressedBulk, smaller } from './scenarios/scenarios-compression.js';
import { fewFields, formats } from './scenarios/scenarios-formats.js';
import { fiveMillion } from './scenarios/scenarios-memory.js';
import { slowLine } from './scenarios/scenarios-portal.js';
import { feeds } from './scenarios/scenarios-feeds.js';
import { before, imports } from './scenarios/scenarios-imports.js';
import { hidden } from './scenarios/scenarios-hidden.js';
import { retentionAndErasure } from './scenarios/large/retention-and-erasure.js';
import { tenTimes } from './scenarios/large/ten-times.js';
import { cold, embedded, history } from './scenarios/scenarios-storage.js';
import { latest, summaries } from './scenarios/scenarios-summaries.js';
import {
  duringBulk,
  fairness,
  disconnects,
  slowReaders,
  discardedRows,
} from './scenarios/scenarios-streams.js';
import { targets } from './scenarios/targets.js';
import { assertSameBytes, PATHS } from './contenders/same-bytes.js';

const SCENARIOS: readonly Scenario[] = [
  ...[discardedRows, duringBulk, fairness, disconnects, slowReaders, embedded, history],
  ...[
    formats,
    fewFields,
    smaller,
    duringCompressedBulk,
    fiveMillion,
    slowLine,
    feeds,
    summaries,
    latest,
    hidden,
  ],
  ...[imports, before],
  cold, // Last, because it restarts the server
];

const LARGE: readonly Scenario[] = [tenTimes, retentionAndErasure]; // The last one changes the data

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const isWanted = ({ name }: { name: string }): boolean =>
    options.only.length === 0 || options.only.includes(name);
  const lab = new Lab(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void lab.close().finally(() => process.exit(130)));
  }
  try {
    await lab.open();
    if (options.large) {
      const findings = await runScenarios(lab, LARGE.filter(isWanted));
      if (options.publish) await publishLarge(lab, findings);
      return;
    }
    const comparisons = await runComparisons(lab, COMPARISONS.filter(isWanted));
    const findings = [...targets(comparisons), ...(await runScenarios(lab, SCENARIOS.filter(isWanted)))];
    if (options.publish) await publish(lab, comparisons, findings);
  } finally {
    await lab.close();
  }
}

async function runComparisons(lab: Lab, selected: typeof COMPARISONS): Promise<ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  for (const database of new Set(selected.map((comparison) => comparison.database))) {
    const comparisons = selected.filter((comparison) => comparison.database === database);
    await database?.make(lab);
    results.push(...(await runOn(lab, comparisons, database)));
    await lab.stopContenders();
    if (database) await lab.server.query(`DROP DATABASE ${database.name}`);
  }
  for (const finding of targets(results)) console.log(findingLine(finding));
  return results;
}

async function runOn(
  lab: Lab,
  comparisons: typeof COMPARISONS,
  database: OwnDatabase | undefined,
): Promise<ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  const running = new Map<ContenderName, Contender>();
  for (const name of new Set(comparisons.flatMap(({ contenders }) => contenders))) {
    running.set(name, await lab.start(name, database?.name));
  }
  await assertSameBytes(lab, [...running.values()], database?.paths ?? PATHS);
  for (const comparison of comparisons) {
    const result = await compare(lab, comparison, running);
    results.push(result);
    console.log(comparisonLines(result).join('\n'));
  }
  return results;
}

async function runScenarios(lab: Lab, selected: readonly Scenario[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const scenario of selected) {
    const found = await scenario.run(lab);
    findings.push(...found);
    for (const finding of found) console.log(findingLine(finding));
    await lab.stopContenders();
  }
  return findings;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
