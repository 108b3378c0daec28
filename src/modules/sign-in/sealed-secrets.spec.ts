import { loadConfig } from '../../config/load-config.js';
import { SealedSecrets } from './sealed-secrets.js';
import { newSecret } from './totp.js';

const OLD = 'the-old-key-pepper-0123456789abcdefgh';
const NEW = 'the-new-key-pepper-0123456789abcdefgh';
const OWNER = { enterpriseKey: 1, id: '7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11' };

const under = (keyPepper: string, previousPepper?: string) =>
  new SealedSecrets({ ...loadConfig({}), keyPepper, previousPepper });

const secret = newSecret();
const sealed = under(OLD).seal(secret, OWNER);

it('A secret is open to its pepper, as the one in use and as the one before', () => {
  expect(under(OLD).open(sealed, OWNER)).toEqual(secret);
  expect(under(NEW, OLD).open(sealed, OWNER)).toEqual(secret);
  expect(under(NEW).open(sealed, OWNER)).toBeUndefined();
  expect(sealed).not.toContain(secret.toString('base64url'));
});

it('It moves to the pepper in use once, and then needs the one before no more', () => {
  const moved = under(NEW, OLD).moved(sealed, OWNER)!;
  expect(under(NEW).open(moved, OWNER)).toEqual(secret);
  expect(under(NEW, OLD).moved(moved, OWNER)).toBeUndefined();
  expect(under(NEW).moved(sealed, OWNER)).toBeUndefined();
});

it('It is nobody else’s, and nothing when it was altered', () => {
  expect(under(OLD).open(sealed, { ...OWNER, enterpriseKey: 2 })).toBeUndefined();
  expect(under(OLD).open(sealed, { ...OWNER, id: 'somebody' })).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 13, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(under(OLD).open(altered.toString('base64url'), OWNER)).toBeUndefined();
  }
  for (const broken of ['', 'x', sealed.slice(0, 30)]) expect(under(OLD).open(broken, OWNER)).toBeUndefined();
});
