import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldTable, Rule } from './field-tables.js';

const PAGE = readFileSync(join(__dirname, '../../../../docs/contract.md'), 'utf8');

const isRule = (line = ''): boolean => line.startsWith('|-');

/** Returns the cells of the tables below a heading of docs/contract.md. */
export function rowsUnder(heading: string): string[][] {
  const [, section = ''] = PAGE.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [text = ''] = section.split(/^#/m);
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.filter((_cells, at) => !isRule(lines[at]) && !isRule(lines[at + 1]));
}

export const codesIn = (text = ''): string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** Returns the fields of a record, except those whose note begins with `unless`. */
export function fieldsUnder(heading: string, unless = 'never'): FieldTable {
  const rows = rowsUnder(heading).filter((cells) => cells.length === 3 && !cells[2]!.startsWith(unless));
  return Object.fromEntries(rows.map(([name, rule]) => [codesIn(name)[0]!, rule as Rule]));
}
