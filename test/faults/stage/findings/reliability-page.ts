import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './findings.js';

const PAGE = join(__dirname, '../../../../../docs/reliability.md');

/** Puts what was found into one of the tables of the page. Rows of scenarios that did not run stay as they are. */
export function writePage(findings: readonly Finding[], name = 'measured'): void {
  const page = readFileSync(PAGE, 'utf8');
  const mark = `<!-- ${name}: begin -->`;
  const [begin, end] = [page.indexOf(mark) + mark.length, page.indexOf(`<!-- ${name}: end -->`)];
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
