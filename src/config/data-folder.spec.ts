import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config.js';
import { withEmbeddedSecrets } from './data-folder.js';

it('A start after one on a full disk generates the secrets that could not be written', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'cda-test-secrets-'));
  try {
    const config = loadConfig({ DATABASE_URL: `sqlite:${join(folder, 'db.sqlite')}` });
    const { writeFileSync } = fs;
    const full = jest.spyOn(fs, 'writeFileSync').mockImplementation((target, content, options) => {
      writeFileSync(target, '', options); // a full disk still has room for a name
      if (content !== '') throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    expect(() => withEmbeddedSecrets(config)).toThrow(`The disk of the data folder ${folder} is full. Free`);
    full.mockRestore();
    const { adminTokens, keyPepper } = withEmbeddedSecrets(config);
    expect([...adminTokens, keyPepper]).toEqual(Array(2).fill(expect.stringMatching(/^[\w-]{43}$/)));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
