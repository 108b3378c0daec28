import { Metrics } from '../../src/metrics/metrics.js';
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { documentsOf } from './deploy-files.js';
import { askedBy, expressionsOf } from './expressions.js';

/** Labels that Prometheus and histograms add. */
const ADDED_LABELS = ['job', 'instance', 'le'];

/** A metric as prom-client keeps it. */
interface Kept {
  readonly name: string;
  readonly labelNames: readonly string[];
}

let app: TestApp;
/** What the service exports, as Prometheus sees it. */
let names: Set<string>;
let labels: Set<string>;

beforeAll(async () => {
  app = await createTestApp();
  const operator = app.anonymous.with({ authorization: `Bearer ${ADMIN_TOKEN}` });
  const { body } = await operator.get('/internal/metrics');
  const kinds = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  names = new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
    ),
  );
  const kept = app.part(Metrics).registry.getMetricsAsArray() as unknown as readonly Kept[];
  labels = new Set([...ADDED_LABELS, ...kept.flatMap(({ labelNames }) => labelNames)]);
});
afterAll(() => app.close());

it.each(['deploy/prometheus/rules.yml', 'deploy/grafana/dashboard.json'])(
  '%s asks for nothing that the service does not export',
  (path) => {
    const asked = expressionsOf(path).map(askedBy);
    expect(asked.length).toBeGreaterThan(10);
    for (const metric of asked.flatMap(({ metrics }) => metrics)) expect(names).toContain(metric);
    for (const label of asked.flatMap((each) => each.labels)) expect(labels).toContain(label);
  },
);

it('the alerts are tried on series that the service exports', () => {
  interface Tests {
    readonly tests: readonly { readonly input_series: readonly { readonly series: string }[] }[];
  }
  const [{ tests } = { tests: [] }] = documentsOf<Tests>('deploy/prometheus/rules.test.yml');
  const series = tests.flatMap((test) => test.input_series.map((input) => input.series));
  expect(series.length).toBeGreaterThan(10);
  for (const metric of series.flatMap((text) => askedBy(text).metrics)) expect(names).toContain(metric);
});
