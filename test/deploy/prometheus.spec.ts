import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load-config.js';
import { findBinary } from '../kit/process/find-binary.js';
import { run } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';
import { expressionsOf, reasonsIn } from './expressions.js';
import { DEPLOY, documentsOf, textOf } from './deploy-files.js';

const promtool = findBinary('promtool');

// Debian's `prometheus` brings it, and .ci/run installs that
(promtool === undefined ? describe.skip : describe)('Prometheus takes', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    cpSync(join(DEPLOY, 'prometheus'), folder, { recursive: true });
    writeFileSync(join(folder, 'metrics-token'), 'x'.repeat(32));
  });
  afterAll(() => removeFolder(folder));

  const check = async (...words: readonly string[]): Promise<void> => {
    const { status, stdout, stderr } = await run([promtool!, ...words], { cwd: folder });
    if (status !== 0) throw new Error(stdout + stderr);
    expect(stdout + stderr).toContain('SUCCESS');
  };

  it('the example of its configuration, with the rules', () => check('check', 'config', 'prometheus.yml'));

  it('the rules, which sound an alarm when they should and not before', () =>
    check('test', 'rules', 'rules.test.yml'));

  it('every expression of the dashboard', async () => {
    const rules = expressionsOf('deploy/grafana/dashboard.json').map((expr, at) => ({
      record: `of_the_dashboard_${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    writeFileSync(join(folder, 'dashboard.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    await check('check', 'rules', 'dashboard.yml');
  });
});

it('each alert is tried', () => {
  const tried = textOf('deploy/prometheus/rules.test.yml');
  const [rules] = documentsOf<{ groups: { rules: { alert: string }[] }[] }>('deploy/prometheus/rules.yml');
  for (const { alert } of rules!.groups.flatMap((group) => group.rules))
    expect(tried).toMatch(new RegExp(`alertname: ${alert}\\n +exp_alerts:`));
});

it('the reasons of a 503 that the rules name are those of docs/reliability.md', () => {
  const [, section = ''] = textOf('docs/reliability.md').split('## Why was this a 503');
  const explained = Array.from(section.split('\n## ', 1)[0]!.matchAll(/`([a-z_]+)`/g), ([, name]) => name);
  const named = reasonsIn('deploy/prometheus/rules.yml');
  expect(named.length).toBeGreaterThan(3);
  for (const reason of named) expect(explained).toContain(reason);
});

it('the example asks the port on which instances listen, for what they export', () => {
  const [config] = documentsOf<{
    scrape_configs: { metrics_path: string; dns_sd_configs: { port: number }[] }[];
  }>('deploy/prometheus/prometheus.yml');
  const [job] = config!.scrape_configs;
  expect(job!.metrics_path).toBe('/internal/metrics');
  expect(job!.dns_sd_configs[0]!.port).toBe(loadConfig({}).port);
});
