import { ByteBuffer } from '../../src/streaming/fields/byte-buffer.js';
import { MysqlReader } from '../../src/database/mysql/mysql-reader.js';
import { DatabaseReader, type Row } from '../../src/database/rows/reader.js';
import { NO_TIME } from '../../src/database/schema/columns.js';
import { appWith } from '../kit/app/app-with.js';
import { engine } from '../kit/database/engines.js';
import { steadyPace } from '../kit/database/watched-reads.js';

const TEXTS = [
  '',
  'plain',
  'quote " backslash \\ slash /',
  'line\nbreak\ttab\u0000nul\u0001\u001f\u007f',
  'Grüße 日本語 🚀 \u2028 \u2029',
  'x'.repeat(47),
  'x'.repeat(48),
  'x'.repeat(49),
  'ü'.repeat(125),
  'ü'.repeat(126),
  `${'y'.repeat(499)}"`,
  `${'long '.repeat(13_000)}\n`,
  '{"json":"in a text"}',
  null,
];
const LARGE = [999_999_999, 1_000_000_000, -1_000_000_000, 1_780_000_000_123, 2 ** 53 - 1];
const INTEGERS = [0, 1, -1, ...LARGE, NO_TIME, null];
const DECIMALS = [0, -0.5, 52.51634, 13.377670001, 1e-7, 123_456_789.123_456_79, null];

class Recorder {
  readonly rows: string[] = [];

  readonly take = (row: Row): boolean => {
    const json = ByteBuffer.borrow();
    row.writeText(json);
    json.text(',');
    const text = row.readText();
    json.text(`${JSON.stringify(text)},${String(row.readInteger())},`);
    row.writeJson(json);
    json.text(',');
    row.writeJson(json);
    this.rows.push(json.written.toString());
    json.release();
    return false;
  };
}

describe('Rows of responses', () => {
  const app = appWith();
  const sql = 'SELECT a, a AS again, i, i AS once_more, d FROM odd_values ORDER BY n';

  beforeAll(async () => {
    const { dataSource } = app;
    const text = engine === 'mysql' ? 'MEDIUMTEXT CHARACTER SET utf8mb4' : 'TEXT';
    await dataSource.query(`CREATE TABLE odd_values (n INTEGER PRIMARY KEY, a ${text}, i BIGINT, d DOUBLE)`);
    for (let n = 0; n < TEXTS.length; n++) {
      const row = [n, TEXTS[n], INTEGERS[n % INTEGERS.length], DECIMALS[n % DECIMALS.length]];
      await dataSource.query('INSERT INTO odd_values VALUES (?, ?, ?, ?)', row);
    }
  });

  const expected = TEXTS.map((text, n) => {
    const integer = String(INTEGERS[n % INTEGERS.length]);
    const decimal = DECIMALS[n % DECIMALS.length];
    return `${JSON.stringify(text ?? '')},${JSON.stringify(text ?? '')},${integer},${integer},${JSON.stringify(decimal)}`;
  });

  async function recorded(): Promise<Recorder> {
    const recorder = new Recorder();
    await app.nest
      .get(DatabaseReader)
      .withConnection((node) => node.stream({ sql, parameters: [] }, recorder.take, steadyPace()));
    return recorder;
  }

  it('are written like JSON.stringify writes the values that were stored', async () => {
    const recorder = await recorded();
    // Servers format exponents differently, so the numbers are compared
    expect(recorder.rows.map(sameNumbers)).toEqual(expected.map(sameNumbers));
  });

  if (engine === 'mysql') {
    // Rows of all lengths, some longer than one read, so that reads end at every offset
    const MANY = 20_000;
    const lengthOf = (n: number) => (n * 7919) % (n % 500 === 0 ? 200_000 : 300);
    const letterOf = (n: number) => String.fromCharCode(97 + (n % 26));
    const many = `SELECT seq, REPEAT(CHAR(97 + MOD(seq, 26)), MOD(seq * 7919, IF(MOD(seq, 500) = 0, 200000, 300))) FROM (
      SELECT a.n * 200 + b.n AS seq FROM hundreds a JOIN hundreds b WHERE a.n < ${MANY / 200}) AS numbers ORDER BY seq`;

    it.each([
      ['plain', ''],
      ['compressed', 'compress=true'],
      ['with TLS', 'ssl={"rejectUnauthorized":false}'],
    ])('are complete at any size of reads: %s', async (_, parameters) => {
      const { database } = app.config;
      const numbers = Array.from({ length: 200 }, (_unused, n) => `(${n})`).join(',');
      await app.dataSource.query('CREATE TABLE IF NOT EXISTS hundreds (n INTEGER PRIMARY KEY)');
      await app.dataSource.query(`INSERT IGNORE INTO hundreds VALUES ${numbers}`);
      const reader = new MysqlReader(database.engine === 'mysql' ? `${database.url}?${parameters}` : '', 1);
      try {
        for (let round = 0; round < 2; round++) {
          const wrong: number[] = [];
          let next = 0;
          await reader.withConnection((node) =>
            node.stream(
              { sql: many, parameters: [] },
              (row) => {
                const n = row.readInteger() ?? NaN;
                if (n !== next++ || row.readText() !== letterOf(n).repeat(lengthOf(n))) wrong.push(n);
                return n % 1_000 === 0;
              },
              steadyPace(),
            ),
          );
          expect([next, wrong]).toEqual([MANY, []]);
        }
      } finally {
        await reader.close();
      }
    });
  }
});

function sameNumbers(row: string): string {
  const at = row.lastIndexOf(',') + 1;
  const decimal = row.slice(at);
  return row.slice(0, at) + (decimal === 'null' ? decimal : String(Number(decimal)));
}
