import { loadConfig } from '../../config/load-config.js';
import { keyFor, sealingsFor } from './sealing.js';

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
  });
});

it('Keys for different uses of one pepper differ', () => {
  const keys = [...USES, 'portal session', 'audit trail', 'earlier seals', 'pepper check'].map((use) =>
    keyFor(config.keyPepper, use).toString('hex'),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
