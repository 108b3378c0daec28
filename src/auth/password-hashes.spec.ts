import { PasswordHashes, PRODUCTION_COST } from './password-hashes.js';

const PASSWORD = 'correct horse battery';

describe('The stored form of a password', () => {
  const hashes = new PasswordHashes(PRODUCTION_COST);
  let stored: string;

  beforeAll(async () => {
    stored = await hashes.make(PASSWORD, []);
  });

  it('contains the cost of production and a new salt each time', async () => {
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashes.make(PASSWORD, [])).not.toBe(stored);
  });

  it('matches its password and no other', async () => {
    expect(await hashes.matches(PASSWORD, stored)).toBe(true);
    expect(await hashes.matches(`${PASSWORD} `, stored)).toBe(false);
  });

  it('matches the same characters in any Unicode form', async () => {
    const composed = await hashes.make('pass\u00f6rter und so', []);
    expect(await hashes.matches('passo\u0308rter und so', composed)).toBe(true);
  });

  it('is checked at its own cost', async () => {
    // RFC 7914, section 12 (N = 2^14, r = 8, p = 1): the first 32 bytes
    const hash = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex');
    const salt = Buffer.from('SodiumChloride').toString('base64url');
    const old = `$scrypt$ln=14,r=8,p=1$${salt}$${hash.toString('base64url')}`;
    expect(await hashes.matches('pleaseletmein', old)).toBe(true);
  });

  it('matches nothing if it is missing', async () => {
    expect(await hashes.matches(PASSWORD, undefined)).toBe(false);
  });

  it('refuses requests that would wait too long', async () => {
    const attempts = Array.from({ length: 10 }, () => hashes.matches(PASSWORD, undefined));
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await hashes.matches(PASSWORD, stored)).toBe(true);
  });
});
