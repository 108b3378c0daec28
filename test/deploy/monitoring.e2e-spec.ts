import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '../../src/metrics/metrics.js';
import { appWith } from '../kit/app/app-with.js';
import { ADMIN_TOKEN } from '../kit/app/test-app.js';
import { findBinary } from '../kit/process/find-binary.js';
import { run } from '../kit/process/program.js';
import { temporaryFolder } from '../kit/process/sandbox.js';
import { DEPLOY, documentsOf, textOf } from './deploy-files.js';

const RULES = 'deploy/prometheus/rules.yml';
const RULE_TESTS = 'deploy/prometheus/rules.test.yml';
const DASHBOARD = 'deploy/grafana/dashboard.json';
const PAGE = 'docs/operations/monitoring.md';

/** PromQL words that are neither functions nor metrics, and the metric that Prometheus adds to each scrape. */
const WORDS = ['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan', 'up'];
const ADDED_LABELS = ['job', 'instance', 'le'];

const app = appWith();

function expressionsOf(path: string): string[] {
  const found: string[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'expr') found.push(String(inner));
      else search(inner);
    }
  };
  documentsOf(path).forEach(search);
  return found;
}

interface Alert {
  readonly alert: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const alertRules = (): Alert[] => {
  const [rules] = documentsOf<{ groups: { rules: Alert[] }[] }>(RULES);
  return rules!.groups.flatMap((group) => group.rules);
};
const alerts = (): string[] => alertRules().map(({ alert }) => alert);

const runbookQueries = (): string[] =>
  Array.from(textOf(PAGE).matchAll(/^```promql\n(.*)\n```$/gm), ([, query = '']) => query);

function usedBy(expression: string): { metrics: string[]; labels: string[] } {
  const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
  const labels = [
    ...Array.from(expression.matchAll(grouping), ([, list = '']) => list.split(',')).flat(),
    ...Array.from(expression.matchAll(/([a-z_]+)\s*[!=]~?\s*"/g), ([, label = '']) => label),
  ];
  const rest = expression.replaceAll(grouping, ' ').replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  const names = Array.from(rest.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/gi), ([name]) => name);
  return {
    metrics: names.filter((name) => !WORDS.includes(name.toLowerCase())),
    labels: labels.map((label) => label.trim()).filter((label) => label !== ''),
  };
}

async function exported(): Promise<Set<string>> {
  const operator = app.anonymous.with({ authorization: `Bearer ${ADMIN_TOKEN}` });
  const { body } = await operator.get('/internal/metrics');
  const kinds = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const names = kinds.flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
  );
  return new Set(names);
}

it.each([
  [RULES, () => expressionsOf(RULES)],
  [DASHBOARD, () => expressionsOf(DASHBOARD)],
  [PAGE, runbookQueries],
])('%s uses only metrics that the service exports', async (_path, expressions) => {
  const used = expressions().map(usedBy);
  expect(used.length).toBeGreaterThan(10);
  const names = await exported();
  for (const metric of used.flatMap(({ metrics }) => metrics)) expect(names).toContain(metric);
  const kept = app.get(Metrics).registry.getMetricsAsArray() as unknown as { labelNames: string[] }[];
  const labels = [...ADDED_LABELS, ...kept.flatMap(({ labelNames }) => labelNames)];
  for (const label of used.flatMap((each) => each.labels)) expect(labels).toContain(label);
});

// .ci/run installs Debian's `prometheus`, which contains it
const promtool = findBinary('promtool');
(promtool === undefined ? describe.skip : describe)('Prometheus accepts', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    cpSync(join(DEPLOY, 'prometheus'), folder, { recursive: true });
    writeFileSync(join(folder, 'metrics-token'), 'x'.repeat(32));
  });

  const check = async (...args: readonly string[]): Promise<void> => {
    const { status, stdout, stderr } = await run([promtool!, ...args], { cwd: folder });
    if (status !== 0) throw new Error(stdout + stderr);
    expect(stdout + stderr).toContain('SUCCESS');
  };

  it('the example of its configuration, with the rules', () => check('check', 'config', 'prometheus.yml'));

  it('the rules, whose alerts fire as their tests say', () => check('test', 'rules', 'rules.test.yml'));

  it('every expression of the dashboard and of the runbooks', async () => {
    const rules = [...expressionsOf(DASHBOARD), ...runbookQueries()].map((expr, at) => ({
      record: `of_the_dashboard_${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    writeFileSync(join(folder, 'dashboard.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    await check('check', 'rules', 'dashboard.yml');
  });
});

it('each alert has a test', () => {
  for (const alert of alerts())
    expect(textOf(RULE_TESTS)).toMatch(new RegExp(`alertname: ${alert}\\n +exp_alerts:`));
});

it('each alert has a runbook with a query, and each runbook an alert', () => {
  const [, ...runbooks] = textOf(PAGE).split('\n### ');
  expect(runbooks.map((runbook) => runbook.split('\n', 1)[0]).sort()).toEqual(alerts().sort());
  for (const runbook of runbooks)
    expect(runbook).toMatch(/```promql\n[^]+\n```\n\n- \*\*Likely causes\*\*: .+\n- \*\*Action\*\*: .+/);
});

it('each alert links to its runbook', () => {
  for (const { alert, annotations } of alertRules())
    expect(annotations.runbook_url).toBe(`${PAGE}#${alert.toLowerCase()}`);
});

it('docs/operations/monitoring.md has every metric with its type and labels, and no other', () => {
  const rows = textOf(PAGE).matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \| (.*?) ?\|/gm);
  const shown = Array.from(rows, ([, name, type, labels = '']) => [name, type, labels.match(/\w+/g) ?? []]);
  const kept = app.get(Metrics).registry.getMetricsAsArray() as unknown as {
    name: string;
    type: string;
    labelNames: string[];
  }[];
  expect(shown.sort()).toEqual(kept.map(({ name, type, labelNames }) => [name, type, labelNames]).sort());
});

it('the reasons of a 503 that the rules name are those of docs/operations/reliability.md', () => {
  const [, section = ''] = textOf('docs/operations/reliability.md').split('## Why was this a 503');
  const explained = Array.from(section.split('\n## ', 1)[0]!.matchAll(/`([a-z_]+)`/g), ([, name]) => name);
  const chosen = expressionsOf(RULES).flatMap((expression) => [
    ...expression.matchAll(/reason[!=]~?"([^"]*)"/g),
  ]);
  const named = new Set(chosen.flatMap(([, value = '']) => value.split('|')));
  expect(named.size).toBeGreaterThan(3);
  for (const reason of named) expect(explained).toContain(reason);
});
