import { AUDIT_CSV_HEAD, auditCsvLines } from './audit-csv.js';

const event = {
  sequence: 7,
  at: '2026-03-29T08:15:30.000+02:00',
  actor: 'admin-token',
  action: 'api_key.created',
  api_key_id: 'id-1',
  application: 'Night report',
  details: {},
  address: '10.20.4.17',
  request_id: 'job-1',
};

/** The name of the application as it stands in the file. */
const written = (application: string) =>
  /^"7","[^"]*","admin-token","api_key\.created","id-1",(.*),"\{\}","10\.20\.4\.17","job-1"\r\n$/s.exec(
    auditCsvLines([{ ...event, application }]),
  )?.[1];

it('begins with the mark of UTF-8 and the names of the columns', () => {
  expect(AUDIT_CSV_HEAD).toBe(
    '\uFEFF"sequence","at","actor","action","api_key_id","application","details","address","request_id"\r\n',
  );
});

it.each([
  ['a harmless name', 'Night report', '"Night report"'],
  ['quotes', 'the "new" one', '"the ""new"" one"'],
  ['a comma and a sign within', '1, 2 = 3 - a@b', '"1, 2 = 3 - a@b"'],
])('quotes every field and leaves %s as it is', (_what, name, field) => {
  expect(written(name)).toBe(field);
});

it.each([
  ['=1+2', "'=1+2"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
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
])('takes the formula out of a name like %j', (name, harmless) => {
  expect(written(name)).toBe(`"${harmless}"`);
});

it.each([
  ['x;=1+2;y', "x;'=1+2;y"],
  ['x; "＝1+2";y', `x; ""'＝1+2"";y`],
  ['x\t@A1', "x\t'@A1"],
  ['x\n-1', "x\n'-1"],
  [';;=1;+2', ";;'=1;'+2"],
])('takes it out also where a spreadsheet may begin another cell: %j', (name, harmless) => {
  expect(written(name)).toBe(`"${harmless}"`);
});

it('takes it out of the details as well', () => {
  expect(auditCsvLines([{ ...event, details: { email: 'x;=1+2' } }])).toContain(`"{""email"":""x;'=1+2""}"`);
});
