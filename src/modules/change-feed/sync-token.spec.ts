import fc from 'fast-check';
import { Sealing } from '../../auth/crypto.js';
import type { Config } from '../../config/config.js';
import { CHANGE_KINDS, type ChangeKind } from '../../database/change-log.js';
import { HIDDEN_DATA } from '../../http/hidden-data.js';
import { SyncTokens, type SyncPosition } from './sync-token.js';

const PEPPER = 'a'.repeat(40);
const kinds = Object.keys(CHANGE_KINDS) as ChangeKind[];

const acme = { id: 'acme', hiddenData: [] };

const natural = fc.maxSafeNat();
const start = { changeNumber: natural, nonce: fc.nat(2 ** 31) };
const position: fc.Arbitrary<SyncPosition> = fc.oneof(
  fc.record(start),
  fc.record({ ...start, inside: fc.record({ part: natural, passed: natural }) }),
  fc.record({ ...start, row: fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 3 }) }),
);
const hidden = fc.subarray([...HIDDEN_DATA]);
const MOST: SyncPosition = {
  changeNumber: Number.MAX_SAFE_INTEGER,
  nonce: 2 ** 48 - 2,
  row: [1, 2, 3].map((less) => -Number.MAX_SAFE_INTEGER + less),
};

describe('SyncTokens', () => {
  const tokens = new SyncTokens({ keyPepper: PEPPER } as Config);

  it('return every sequence number, from a short text that fits into a URL', () => {
    fc.assert(
      fc.property(fc.string(), hidden, fc.constantFrom(...kinds), position, (id, hiddenData, kind, where) => {
        const token = tokens.write({ id, hiddenData }, kind, where);
        expect(token).toMatch(/^[\w.~-]{1,200}$/);
        expect(tokens.read({ id, hiddenData }, kind, token)).toEqual(where);
      }),
      { examples: [['', [...HIDDEN_DATA], 'locations', MOST]] },
    );
  });

  it('of devices and locations expire if something else is hidden', () => {
    const where = { changeNumber: 5, nonce: 7 };
    const sets = HIDDEN_DATA.flatMap((one) => [[], [one], HIDDEN_DATA.filter((other) => other !== one)]);
    for (const [issued, read] of sets.flatMap((one) => sets.map((other) => [one, other] as const))) {
      const from = { id: 'acme', hiddenData: issued };
      const to = { id: 'acme', hiddenData: read };
      for (const kind of kinds) {
        const token = tokens.write(from, kind, where);
        const isSame = issued.join() === read.join() || !['devices', 'locations'].includes(kind);
        if (isSame) expect(tokens.read(to, kind, token)).toEqual(where);
        else expect(() => tokens.read(to, kind, token)).toThrow(/`hidden_data`/);
      }
    }
  });

  it('without hidden data have the form of 1.2.0, which rejects all others', () => {
    const where = { changeNumber: 5, nonce: 7 };
    const sealOf120 = new Sealing(PEPPER, 'sync token');
    const readsIn120 = (token: string, kind: string): boolean => {
      const [body = '', seal = ''] = token.split('.');
      const text = Buffer.from(body, 'base64url').toString();
      return sealOf120.isSealOf(JSON.stringify(['acme', kind, text]), seal);
    };
    for (const kind of kinds) {
      expect(readsIn120(tokens.write(acme, kind, where), kind)).toBe(true);
      const restricted = tokens.write({ id: 'acme', hiddenData: ['identifiers'] }, kind, where);
      expect(readsIn120(restricted, kind)).toBe(!['devices', 'locations'].includes(kind));
    }
  });

  it.each<SyncPosition>([
    { changeNumber: 5, nonce: 7 },
    { changeNumber: 5, nonce: 7, inside: { part: 3, passed: 1 } },
  ])('reject each altered, cut and longer token of %j', (where) => {
    const token = tokens.write(acme, 'devices', where);
    const altered = Array.from(token, (character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    });
    const cut = [1, 2, 20, token.length / 2].map((characters) => token.slice(0, -characters));
    const longer = [`${token}A`, `${token}.`, `${token}.A`, ` ${token}`, `${token}=`, token + token];
    for (const one of [...altered, ...cut, ...longer])
      expect(() => tokens.read(acme, 'devices', one)).toThrow();
  });

  it('reject any other text', () => {
    const token = tokens.write(acme, 'devices', { changeNumber: 5, nonce: 7 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String(),
          fc.string().map((more) => token + more),
        ),
        (text) => {
          fc.pre(text !== token);
          expect(() => tokens.read(acme, 'devices', text)).toThrow();
        },
      ),
    );
  });
});
