import fc from 'fast-check';
import type { Config } from '../../config/config.js';
import { CHANGE_KINDS, type ChangeKind } from '../../database/change-log.js';
import { SyncTokens, type SyncPosition } from './sync-token.js';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
const tokensUnder = (keyPepper: string, previousPepper?: string): SyncTokens =>
  new SyncTokens({ keyPepper, previousPepper } as Config);
const kinds = Object.keys(CHANGE_KINDS) as ChangeKind[];

const natural = fc.maxSafeNat();
const start = { changeNumber: natural, nonce: fc.nat(2 ** 31) };
const position: fc.Arbitrary<SyncPosition> = fc.oneof(
  fc.record(start),
  fc.record({ ...start, inside: fc.record({ part: natural, passed: natural }) }),
  fc.record({ ...start, row: fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 3 }) }),
);
const MOST: SyncPosition = {
  changeNumber: Number.MAX_SAFE_INTEGER,
  nonce: 2 ** 48 - 2,
  row: [1, 2, 3].map((less) => -Number.MAX_SAFE_INTEGER + less),
};

describe('SyncTokens', () => {
  const tokens = tokensUnder(NEW, OLD);

  it('return every sequence number, from a short text that fits into a URL', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...kinds), position, (enterprise, kind, where) => {
        const token = tokens.write(enterprise, kind, where);
        expect(token).toMatch(/^[\w.~-]{1,200}$/);
        expect(tokens.read(enterprise, kind, token)).toEqual(where);
      }),
      { examples: [['', 'locations', MOST]] },
    );
  });

  it('are valid for one enterprise and one kind only', () => {
    const where = { changeNumber: 5, nonce: 7 };
    const token = tokens.write('acme', 'devices', where);
    expect(() => tokens.read('acme2', 'devices', token)).toThrow();
    for (const kind of kinds.filter((one) => one !== 'devices'))
      expect(() => tokens.read('acme', kind, token)).toThrow();
  });

  it('are valid under the previous pepper too, and written under the current one', () => {
    const where = { changeNumber: 5, nonce: 7 };
    const old = tokensUnder(OLD).write('acme', 'devices', where);
    const position = tokens.read('acme', 'devices', old);
    expect(position).toEqual(where);
    expect(tokens.write('acme', 'devices', position)).toBe(tokens.write('acme', 'devices', where));
    expect(tokens.write('acme', 'devices', position)).not.toBe(old);
    expect(() => tokensUnder(NEW).read('acme', 'devices', old)).toThrow();
    expect(tokensUnder(NEW).read('acme', 'devices', tokens.write('acme', 'devices', where))).toEqual(where);
  });

  it('reject any other text', () => {
    const token = tokens.write('acme', 'devices', { changeNumber: 5, nonce: 7 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String(),
          fc.string().map((more) => token + more),
        ),
        (text) => {
          fc.pre(text !== token);
          expect(() => tokens.read('acme', 'devices', text)).toThrow();
        },
      ),
    );
  });
});
