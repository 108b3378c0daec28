import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './stage.js';

const PAGE = join(__dirname, '../../../../docs/reliability.md');
const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

/** Puts what was found into the table of the page. Rows of scenarios that did not run stay as they are. */
export function writePage(findings: readonly Finding[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  const ran = new Set(findings.map(({ scenario }) => scenario));
  const kept = page
    .slice(begin, end)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise ') && !line.startsWith('| -'))
    .filter((line) => !ran.has(line.split(' | ')[1] ?? ''));
  const rows = findings.map(
    ({ promise, scenario, figure, isKept }) =>
      `| ${promise} | ${scenario} | ${isKept ? '' : '**not kept**: '}${figure.replaceAll('\n', ' ').replaceAll('|', '\\|')} |`,
  );
  const table = ['| Promise | Scenario | Last measured |', '| --- | --- | --- |', ...kept, ...rows].join(
    '\n',
  );
  writeFileSync(PAGE, `${page.slice(0, begin)}\n\n${table}\n\n${page.slice(end)}`);
}
