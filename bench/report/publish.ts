import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { chart } from './chart.js';
import type { ComparisonResult } from '../scenarios/comparison.js';
import type { Lab } from '../lab.js';
import type { Finding } from '../scenarios/scenario.js';
import { COMPARISON_HEAD, comparisonLines, FINDING_HEAD, findingLine } from './table.js';

const ROOT = join(__dirname, '../../..');
const BEGIN = '<!-- last run: made by npm run bench -->';
const END = '<!-- end of the last run -->';

export async function publish(
  lab: Lab,
  comparisons: readonly ComparisonResult[],
  findings: readonly Finding[],
): Promise<void> {
  const about = await machine(lab);
  write('docs/images/bench.svg', chart(comparisons));
  const tables = [...COMPARISON_HEAD, ...comparisons.flatMap(comparisonLines), '', ...tableOf(findings)];
  replaceTable('bench/README.md', about, tables);
}

export async function publishLarge(lab: Lab, findings: readonly Finding[]): Promise<void> {
  replaceTable('docs/operations/scaling.md', await machine(lab), tableOf(findings));
}

const tableOf = (findings: readonly Finding[]): string[] => [...FINDING_HEAD, ...findings.map(findingLine)];

function replaceTable(file: string, about: Record<string, string>, tables: readonly string[]): void {
  const page = readFileSync(join(ROOT, file), 'utf8');
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error(`${file} has no place for the last run`);
  const text = [BEGIN, '', Object.values(about).join(' · '), '', ...tables, '', END].join('\n');
  write(file, page.slice(0, from) + text + page.slice(to + END.length));
}

async function machine(lab: Lab): Promise<Record<string, string>> {
  const [row] = await lab.server.query<{ version: string }>('SELECT VERSION() AS version');
  const { version } = JSON.parse(readFileSync(require.resolve('mysql2/package.json'), 'utf8')) as {
    version: string;
  };
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    machine: `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    node: `Node ${process.version}`,
    database: row?.version.split('-').slice(0, 2).reverse().join(' ') ?? '',
    driver: `mysql2 ${version}`,
  };
}

function write(file: string, text: string): void {
  const path = join(ROOT, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
