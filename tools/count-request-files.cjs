// Lists the files under dist/src that run during one warm request of a device, by V8's precise coverage:
//   npm run build && node tools/count-request-files.cjs [--max 30]
// The service loads this file too, as a hook: its signals start and end the measurement.
const { spawn } = require('node:child_process');
const { mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector/promises');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');
const { setTimeout: wait } = require('node:timers/promises');
const { fileURLToPath } = require('node:url');

const ROOT = join(__dirname, '..');
const SOURCE = join(ROOT, 'dist/src/');
const WARM_UP = 200;

/** In the service: the first signal starts the coverage, the second writes the files with functions that ran. */
function measureOnSignal(resultFile) {
  const session = new Session();
  session.connect();
  process.once('SIGUSR2', async () => {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    process.once('SIGUSR2', async () => {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
      const files = ran.map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url));
      writeFileSync(resultFile, JSON.stringify(files.filter((file) => file.startsWith(SOURCE))));
    });
    writeFileSync(`${resultFile}.ready`, '');
  });
}

async function waitUntil(condition) {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(50)) if (condition()) return;
  throw new Error('The service did not respond in time');
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'cda-request-files-'));
  const resultFile = join(folder, 'files.json');
  const service = spawn(process.execPath, ['--require', __filename, join(SOURCE, 'main.js')], {
    cwd: folder,
    env: { ...process.env, PORT: '0', COVERAGE_RESULT: resultFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  service.stdout.on('data', (chunk) => (output += chunk));
  try {
    await waitUntil(() => /listening/.test(output));
    const key = readFileSync(join(folder, 'data/demo-api-key'), 'utf8').trim();
    const [, enterprise] = /x-enterprise-id: ([\w-]+)/i.exec(output);
    const [base] = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
    const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': enterprise };
    const get = async (path) => {
      const response = await fetch(base + path, { headers });
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return response.json();
    };
    const [{ id }] = await get('/api/v1/device/');
    for (let request = 0; request < WARM_UP; request++) await get(`/api/v1/device/id/${id}`);
    await wait(1_500); // until the batched writes of the warm-up are done
    service.kill('SIGUSR2');
    await waitUntil(() => existsSync(`${resultFile}.ready`));
    await get(`/api/v1/device/id/${id}`);
    service.kill('SIGUSR2');
    await waitUntil(() => existsSync(resultFile));
    const files = JSON.parse(readFileSync(resultFile, 'utf8')).map((file) => relative(SOURCE, file));
    console.log(files.sort().join('\n'));
    console.log(`${files.length} files`);
    const [, max] = /--max (\d+)/.exec(process.argv.join(' ')) ?? [];
    if (files.length > Number(max ?? Infinity)) process.exitCode = 1;
  } finally {
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (require.main === module) void main();
else if (process.env.COVERAGE_RESULT) measureOnSignal(process.env.COVERAGE_RESULT);
