import {
  countCodes,
  hashRecoveryCodes,
  newRecoveryCodes,
  newSecret,
  stepOf,
  totpOf,
  withoutCode,
} from './totp.js';

const SECRET = Buffer.from('12345678901234567890');
const STEP_MS = 30_000;
const NOW = 1_763_700_000_000;
const PRESENT = NOW / STEP_MS;

const codeOf = (step: number): string => totpOf(SECRET).generate({ timestamp: step * STEP_MS });

// RFC 6238, appendix B: the last six of its eight digits
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('%d seconds after 1970 the code is %s', (seconds, code) => {
  const now = seconds * 1000;
  expect(totpOf(SECRET).generate({ timestamp: now })).toBe(code);
  expect(stepOf(SECRET, code, 0, now)).toBe(Math.floor(now / STEP_MS));
});

describe('A code', () => {
  const steps = [-2, -1, 0, 1, 2].map((distance) => PRESENT + distance);

  it('is valid for one step before and after its own', () => {
    const found = steps.map((step) => stepOf(SECRET, codeOf(step), 0, NOW));
    expect(found).toEqual([undefined, PRESENT - 1, PRESENT, PRESENT + 1, undefined]);
  });

  it('is invalid after it or a later one was used', () => {
    const found = steps.map((step) => stepOf(SECRET, codeOf(step), PRESENT, NOW));
    expect(found).toEqual([undefined, undefined, undefined, PRESENT + 1, undefined]);
  });

  it.each([['28708'], ['2870822'], [''], [' 287082'], ['２８７０８２']])('cannot be %j', (code) => {
    expect(stepOf(SECRET, code, 0, 59_000)).toBeUndefined();
  });

  it('is the same for a secret that is a part of a larger buffer', () => {
    const part = Buffer.concat([Buffer.alloc(4), SECRET, Buffer.alloc(4)]).subarray(4, 24);
    expect(stepOf(part, codeOf(PRESENT), 0, NOW)).toBe(PRESENT);
  });

  it('of another secret is invalid', () => {
    expect(stepOf(newSecret(), codeOf(PRESENT), 0, NOW)).toBeUndefined();
  });
});

it('The address for authenticator apps contains the account and the parameters of the codes', () => {
  const uri = new URL(totpOf(SECRET, 'ines+1@acme.example').toString());
  expect(decodeURIComponent(uri.pathname)).toBe('/Customer Device API:ines+1@acme.example');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Customer Device API',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

describe('Recovery codes', () => {
  const secret = newSecret();
  const codes = newRecoveryCodes();
  const stored = hashRecoveryCodes(secret, codes);

  it('are ten different codes, whose hashes fit their column', () => {
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
      expect(stored).not.toContain(code);
    }
    expect(countCodes(stored)).toBe(10);
    expect(stored.length).toBeLessThanOrEqual(500);
  });

  it('work once each, in any notation', () => {
    const [first = '', second = ''] = codes;
    const rest = withoutCode(stored, secret, ` ${first.toUpperCase().replace('-', ' ')} `)!;
    expect(countCodes(rest)).toBe(9);
    expect(withoutCode(rest, secret, first)).toBeUndefined();
    expect(countCodes(withoutCode(rest, secret, second)!)).toBe(8);
  });

  it('of another secret are invalid', () => {
    expect(withoutCode(stored, newSecret(), codes[0]!)).toBeUndefined();
    for (const none of ['', '-', 'aaaaa-aaaaa']) expect(withoutCode(stored, secret, none)).toBeUndefined();
  });
});
