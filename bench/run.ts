import { compare, type ComparisonResult, type OwnDatabase } from './scenarios/comparison.js';
import { COMPARISONS } from './scenarios/comparisons.js';
import type { Contender, ContenderName } from './contenders/contenders.js';
import { Lab } from './lab.js';
import { readOptions } from './options.js';
import { publish, publishLarge } from './report/publish.js';
import { comparisonLines, findingLine } from './report/table.js';
import type { Finding, Scenario } from './scenarios/scenario.js';
import { besideCompressed, smaller } from './scenarios/scenarios-compression.js';
import { fewFields, formats } from './scenarios/scenarios-formats.js';
import { fiveMillion } from './scenarios/scenarios-memory.js';
import { slowLine } from './scenarios/scenarios-portal.js';
import { following } from './scenarios/scenarios-feeds.js';
import { before, imports } from './scenarios/scenarios-imports.js';
import { hidden } from './scenarios/scenarios-hidden.js';
import { forgetting } from './scenarios/large/forgetting.js';
import { tenTimes } from './scenarios/large/ten-times.js';
import { cold, embedded, history } from './scenarios/scenarios-storage.js';
import { latest, summaries } from './scenarios/scenarios-summaries.js';
import { duringBulk, fairness, leaving, slowReaders, throwingAway } from './scenarios/scenarios-streams.js';
import { targets } from './scenarios/targets.js';
import { assertSameBytes, PATHS } from './contenders/same-bytes.js';

const SCENARIOS: readonly Scenario[] = [
  ...[throwingAway, duringBulk, fairness, leaving, slowReaders, embedded, history],
  ...[
    formats,
    fewFields,
    smaller,
    besideCompressed,
    fiveMillion,
    slowLine,
    following,
    summaries,
    latest,
    hidden,
  ],
  ...[imports, before],
  cold, // Last, because it restarts the server
];

const LARGE: readonly Scenario[] = [tenTimes, forgetting]; // The last one changes the data

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

async function runComparisons(lab: Lab, wanted: typeof COMPARISONS): Promise<ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  for (const database of new Set(wanted.map((comparison) => comparison.database))) {
    const asked = wanted.filter((comparison) => comparison.database === database);
    await database?.make(lab);
    results.push(...(await runOn(lab, asked, database)));
    await lab.clear();
    if (database) await lab.server.ask(`DROP DATABASE ${database.name}`);
  }
  for (const finding of targets(results)) console.log(findingLine(finding));
  return results;
}

async function runOn(
  lab: Lab,
  asked: typeof COMPARISONS,
  database: OwnDatabase | undefined,
): Promise<ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  const running = new Map<ContenderName, Contender>();
  for (const name of new Set(asked.flatMap(({ contenders }) => contenders))) {
    running.set(name, await lab.start(name, database?.name));
  }
  await assertSameBytes(lab, [...running.values()], database?.paths ?? PATHS);
  for (const comparison of asked) {
    const result = await compare(lab, comparison, running);
    results.push(result);
    console.log(comparisonLines(result).join('\n'));
  }
  return results;
}

async function runScenarios(lab: Lab, wanted: readonly Scenario[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const scenario of wanted) {
    const found = await scenario.run(lab);
    findings.push(...found);
    for (const finding of found) console.log(findingLine(finding));
    await lab.clear();
  }
  return findings;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
