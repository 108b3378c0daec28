/** `npm run bench`: the product against the baseline and against what most would write. See README.md beside this file. */
import { compare, type ComparisonResult } from './comparison.js';
import { COMPARISONS } from './comparisons.js';
import type { Contender, ContenderName } from './contenders.js';
import { Lab } from './lab.js';
import { readOptions } from './options.js';
import { publish } from './publish.js';
import { comparisonLines, findingLine } from './table.js';
import type { Finding, Scenario } from './scenario.js';
import { cold, embedded, history } from './scenarios-storage.js';
import { beside, fiveMillion, leaving, slowReaders, throwingAway } from './scenarios-streams.js';
import { targets } from './targets.js';
import { assertSameBytes } from './same-bytes.js';

const SCENARIOS: readonly Scenario[] = [
  ...[throwingAway, beside, leaving, slowReaders, embedded, history, fiveMillion],
  cold, // last: it starts the server anew
];

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
    const comparisons = await runComparisons(lab, COMPARISONS.filter(isWanted));
    await lab.clear();
    const findings = [...targets(comparisons), ...(await runScenarios(lab, SCENARIOS.filter(isWanted)))];
    if (options.publish) await publish(lab, comparisons, findings);
  } finally {
    await lab.close();
  }
}

async function runComparisons(lab: Lab, wanted: typeof COMPARISONS): Promise<ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  const running = new Map<ContenderName, Contender>();
  for (const name of new Set(wanted.flatMap(({ contenders }) => contenders))) {
    running.set(name, await lab.start(name));
  }
  if (wanted.length > 0) await assertSameBytes(lab, [...running.values()]);
  for (const comparison of wanted) {
    const result = await compare(lab, comparison, running);
    results.push(result);
    console.log(comparisonLines(result).join('\n'));
  }
  for (const finding of targets(results)) console.log(findingLine(finding));
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
