import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';

const TOOL = join(__dirname, '../../../tools/audit-dependencies.mjs');

const vulnerable = (severity: string) => ({
  vulnerabilities: {
    left: { name: 'left', severity, range: '<1.2.3', via: [{ title: 'Reads too far', url: 'https://x' }] },
  },
  metadata: { vulnerabilities: { [severity]: 1 } },
});

describe('npm run audit:dependencies', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  /** Runs the command with an npm that prints this. */
  async function auditWith(printed: string, exitStatus: number) {
    const npm = join(folder, 'npm');
    await writeFile(npm, `#!/bin/sh\ncat <<'END'\n${printed}\nEND\nexit ${exitStatus}\n`, { mode: 0o755 });
    return run([process.execPath, TOOL], { env: { PATH: `${folder}:${process.env.PATH}` } });
  }

  it.each(['high', 'critical'])(
    'fails for a vulnerability of %s severity, and prints no address',
    async (severity) => {
      const { status, stderr } = await auditWith(JSON.stringify(vulnerable(severity)), 1);
      expect(status).toBe(1);
      expect(stderr).toBe(`left <1.2.3: ${severity}: Reads too far\n`);
    },
  );

  it('succeeds for vulnerabilities of lower severity', async () => {
    expect((await auditWith(JSON.stringify(vulnerable('moderate')), 1)).status).toBe(0);
  });

  it.each(['{"message": "405 Method Not Allowed - POST https://registry.example/-/npm/v1/x"}', ''])(
    'succeeds and prints that nothing was checked if the registry does not answer: %j',
    async (printed) => {
      const { status, stdout, stderr } = await auditWith(printed, 1);
      expect(status).toBe(0);
      expect(stdout).toMatch(/were not checked\n$/);
      expect(stdout + stderr).not.toContain('://');
    },
  );
});
