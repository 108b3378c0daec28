import { type CsvColumn, csvHeader, csvLines, type CsvValue } from './csv.js';

const COLUMNS: CsvColumn<CsvValue>[] = [
  ['Gerät', (value) => value],
  ['End', () => 1],
];

/** Returns a value as the file contains it. */
const written = (value: CsvValue) => /^(.*),1\r\n$/s.exec(csvLines(COLUMNS, [value]))?.[1];

it('begins with the byte order mark and the names of the columns', () => {
  expect(csvHeader(COLUMNS)).toBe('\uFEFF"Gerät","End"\r\n');
});

it('has a line for each row', () => {
  expect(csvLines(COLUMNS, ['a', 'b'])).toBe('"a",1\r\n"b",1\r\n');
  expect(csvLines(COLUMNS, [])).toBe('');
});

it.each([
  ['a harmless name', 'Night report', '"Night report"'],
  ['quotes', 'the "new" one', '"the ""new"" one"'],
  ['a comma and a sign within', '1, 2 = 3 - a@b', '"1, 2 = 3 - a@b"'],
  ['lines', 'one\r\ntwo', '"one\r\ntwo"'],
  ['nothing', '', '""'],
])('quotes a text with %s and does not change it otherwise', (_what, name, field) => {
  expect(written(name)).toBe(field);
});

it.each([
  [-12.5, '-12.5'],
  [9007199254740991, '9007199254740991'],
  [true, 'true'],
  [null, ''],
])('does not quote %j, which is not a text', (value, field) => {
  expect(written(value)).toBe(field);
});

it.each([
  ['=1+2', "'=1+2"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tone', "'\tone"],
  ['\rone', "'\rone"],
  ['  =1', "  '=1"],
  ['\u00a0=1', "\u00a0'=1"],
  ['\u200b=1', "\u200b'=1"],
  ['\t=1', "\t'=1"],
  ['\r\n=1', "\r\n'=1"],
  ['"=1"', `""'=1""`],
  ['＝1+2', "'＝1+2"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
])('escapes the formula in a name like %j', (name, harmless) => {
  expect(written(name)).toBe(`"${harmless}"`);
});

it.each([
  ['x;=1+2;y', "x;'=1+2;y"],
  ['x; "＝1+2";y', `x; ""'＝1+2"";y`],
  ['x\t@A1', "x\t'@A1"],
  ['x\n-1', "x\n'-1"],
  [';;=1;+2', ";;'=1;'+2"],
])('escapes a formula where a spreadsheet may begin another cell: %j', (name, harmless) => {
  expect(written(name)).toBe(`"${harmless}"`);
});

it('escapes a formula in the name of a column', () => {
  expect(csvHeader([['=1', () => 1]])).toBe(`\uFEFF"'=1"\r\n`);
});

it('takes time that grows with the length of a text, not with its square', () => {
  const started = performance.now();
  written('\t'.repeat(32_000) + 'x');
  expect(performance.now() - started).toBeLessThan(1_000);
});
