import fc from 'fast-check';

/** What attackers and broken clients send. None of it names anything of ours, so that a leak can be told from an echo. */
const CLASSICS = [
  '',
  ' ',
  '.',
  '..',
  '../../../../etc/passwd',
  '..\\..\\windows',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '1 UNION SELECT NULL, version()',
  '1; SLEEP(5)',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '\u0000',
  '\ud800',
  '\u202e\ufeff',
  '😀'.repeat(50),
  'a'.repeat(300),
  'a'.repeat(3000),
  '-1',
  '0',
  '1e309',
  'NaN',
  '9007199254740993',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  'null',
  'undefined',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31',
  '2026-01-01T00:00:00Z',
  '1=1',
  '*',
  '(&(uid=*))',
  '\r\nX-Injected: yes',
];

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...CLASSICS) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
);

/** JSON of every shape, some of it deep, and what is none. */
export const hostileBody = fc.oneof(
  fc.json({ maxDepth: 4 }),
  hostileText,
  fc
    .record({
      application: fc.oneof(hostileText, fc.jsonValue()),
      scopes: fc.oneof(fc.jsonValue(), fc.array(hostileText)),
    })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '['.repeat(20_000),
    '{"__proto__":{"admin":true}}',
    '{"application":"a","scopes":["device:GetList"]',
    '"' + 'a'.repeat(70_000) + '"',
  ),
);

/** What may stand in a header at all: anything else never leaves a client. */
export const hostileHeader = hostileText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
);

/** Part of a path as a careful client writes it. */
export const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

const LEAKS =
  /node_modules|\.[jt]s:\d+|\n {4}at |\bER_[A-Z]{3,}|SQLITE_|ECONN|QueryFailed|api_keys|key_hash|enterprise_key|device_key|audit_events|sqlMessage|mysql|mariadb|\/(?:home|root|tmp|work|usr)\//i;

/** What an answer says of our inside, apart from what it repeats of the request. */
export const leakIn = (text: string): string | undefined => LEAKS.exec(text)?.[0];
