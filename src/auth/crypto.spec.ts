import { loadConfig } from '../config/config.js';
import { keyFor, sealingsFor, SecondFactorSecrets } from './crypto.js';

const USES = ['known browsers', 'second step', 'single sign-on', 'password link', 'sync token'] as const;
const config = { ...loadConfig({}), keyPepper: 'a-key-pepper-0123456789abcdefghijklmnop' };

describe('A seal', () => {
  it.each(USES)('of the use "%s" is refused by every other use', (use) => {
    const content = 'the same content';
    const seal = sealingsFor(config, use)[0].seal(content);
    const accepting = USES.filter((other) => sealingsFor(config, other)[0].isSealOf(content, seal));
    expect(accepting).toEqual([use]);
  });

  it('is not the value that the same key derives for another purpose', () => {
    const [sealing] = sealingsFor(config, USES[0]);
    expect(sealing.isSealOf('content', sealing.derive('name', 'content'))).toBe(false);
  });

  it('is refused when one character of the content or the seal differs', () => {
    const [sealing] = sealingsFor(config, USES[0]);
    const seal = sealing.seal('content');
    expect(sealing.isSealOf('content ', seal)).toBe(false);
    expect(sealing.isSealOf('content', `${seal.slice(0, -1)}${seal.endsWith('A') ? 'E' : 'A'}`)).toBe(false);
    expect(sealing.isSealOf('content', '')).toBe(false);
    expect(sealing.isSealOf('content', `\u00e9${seal.slice(1)}`)).toBe(false); // the same length in characters only
  });
});

it('Keys for different uses of one pepper differ', () => {
  const keys = [...USES, 'portal session', 'audit trail', 'earlier seals', 'pepper check'].map((use) =>
    keyFor(config.keyPepper, use).toString('hex'),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

describe('The secret of a second factor', () => {
  const OLD = 'the-old-key-pepper-0123456789abcdefgh';
  const NEW = 'the-new-key-pepper-0123456789abcdefgh';
  const OWNER = { enterpriseKey: 1, id: '7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11' };
  const under = (keyPepper: string, previousPepper?: string) =>
    new SecondFactorSecrets({ ...config, keyPepper, previousPepper });
  const secret = Buffer.from('a secret of 20 bytes');
  const encrypted = under(OLD).encrypt(secret, OWNER);

  it('decrypts under its pepper, as the current or the previous one', () => {
    expect(under(OLD).decrypt(encrypted, OWNER)).toEqual(secret);
    expect(under(NEW, OLD).decrypt(encrypted, OWNER)).toEqual(secret);
    expect(under(NEW).decrypt(encrypted, OWNER)).toBeUndefined();
  });

  it('decrypts for no other owner, and not when it was altered', () => {
    expect(under(OLD).decrypt(encrypted, { ...OWNER, enterpriseKey: 2 })).toBeUndefined();
    expect(under(OLD).decrypt(encrypted, { ...OWNER, id: 'another' })).toBeUndefined();
    const bytes = Buffer.from(encrypted, 'base64url');
    for (const at of [0, 13, bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(under(OLD).decrypt(altered.toString('base64url'), OWNER)).toBeUndefined();
    }
    for (const broken of ['', 'x', encrypted.slice(0, 30)])
      expect(under(OLD).decrypt(broken, OWNER)).toBeUndefined();
  });
});
