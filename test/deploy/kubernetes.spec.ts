import { SETTING_NAMES } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load-config.js';
import { STOPS_WITHIN_MS } from '../../src/app/graceful-shutdown.js';
import { runCli } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';
import { manifestsIn, RESOURCES } from './deploy-files.js';

// What the schemas of the API say of the manifests: kubernetes-schemas.spec.ts

type Labels = Readonly<Record<string, string>>;

/** What runs in a pod, and which service gets there: as much of it as the tests compare. */
interface Container {
  readonly command?: readonly string[];
  readonly envFrom: unknown;
  readonly ports: unknown;
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly securityContext: unknown;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}
interface Probe {
  readonly httpGet?: unknown;
}
interface Pods {
  readonly template: {
    readonly metadata: { readonly labels: Labels };
    readonly spec: {
      readonly automountServiceAccountToken?: boolean;
      readonly containers: readonly Container[];
      readonly securityContext: unknown;
      readonly terminationGracePeriodSeconds: number;
    };
  };
}
interface Selector {
  readonly matchLabels: Labels;
}
interface Service {
  readonly spec: { readonly selector: Labels; readonly ports: readonly { readonly targetPort: string }[] };
}
interface Values {
  readonly metadata: { readonly name: string };
  readonly data?: Labels;
  readonly stringData?: Labels;
}

const deployment = manifestsIn<{ spec: Pods & { selector: Selector } }>('deployment.yaml')[0]!;
const job = manifestsIn<{ spec: Pods }>('migrate.yaml')[0]!;
const { data: settings = {} } = manifestsIn<Values>('settings.yaml')[0]!;
const { stringData: secret = {} } = manifestsIn<Values>('secret.example.yaml')[0]!;
const pod = deployment.spec.template.spec;
const pods = [pod, job.spec.template.spec];

it('kustomization.yaml names every manifest but the example of a secret', () => {
  const { resources } = manifestsIn<{ resources: string[] }>('kustomization.yaml')[0]!;
  expect([...resources, 'secret.example.yaml'].sort()).toEqual([...RESOURCES].sort());
});

describe('The settings', () => {
  it('are settings of the service', () => {
    for (const name of [...Object.keys(settings), ...Object.keys(secret)])
      expect(SETTING_NAMES).toContain(name);
  });

  it('are right once the secret is filled in, and the example fills in nothing', () => {
    expect(Object.values(secret).every((value) => value === '')).toBe(true);
    const filled = Object.keys(secret).map((name) => [name, `the-${name}-of-32-characters-at-least`]);
    const url = 'mysql://device_api:password@mysql:3306/device_api';
    const chosen = { DATABASE_URL: url, DATABASE_READ_URL: url, TRUST_PROXY: '10.42.3.0/24' };
    const withSecret = { ...settings, ...(Object.fromEntries(filled) as Labels), ...chosen };
    expect(() => loadConfig(withSecret)).not.toThrow();
    expect(() => loadConfig({ ...withSecret, ...secret, ...chosen })).toThrow('KEY_PEPPER is required');
  });

  it('refuse to start until the operator sets the network of the ingress controller', () => {
    expect(() => loadConfig(settings)).toThrow('TRUST_PROXY should be');
  });

  it('reach the Deployment and the Job by their names', () => {
    const sources = [
      { configMapRef: { name: manifestsIn<Values>('settings.yaml')[0]!.metadata.name } },
      { secretRef: { name: manifestsIn<Values>('secret.example.yaml')[0]!.metadata.name } },
    ];
    for (const { containers } of pods) expect(containers[0]!.envFrom).toEqual(sources);
  });
});

describe('Pods', () => {
  it('run as somebody who may do nothing on the node, with a file system that nobody can write to', () => {
    for (const { securityContext, automountServiceAccountToken, containers } of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of containers) {
        expect(container.resources?.limits?.memory).toBeDefined();
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('are killed no sooner than they have stopped by themselves', () => {
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(STOPS_WITHIN_MS);
  });

  it('are found by the Services and by the disruption budget, and listen where these send to', () => {
    const { labels } = deployment.spec.template.metadata;
    const [container] = pod.containers;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    const { spec: disruption } = manifestsIn<{ spec: { selector: Selector } }>('disruption.yaml')[0]!;
    expect(disruption.selector.matchLabels).toEqual(labels);
    expect(container!.ports).toEqual([{ name: 'http', containerPort: loadConfig({}).port }]);
    for (const { spec } of manifestsIn<Service>('service.yaml')) {
      expect(spec.selector).toEqual(labels);
      expect(spec.ports[0]!.targetPort).toBe('http');
    }
    expect(job.spec.template.metadata.labels).not.toEqual(labels);
  });

  it('are asked whether they live and whether they are ready, where the service says so', () => {
    const { startupProbe, livenessProbe, readinessProbe } = pod.containers[0]!;
    const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet);
    const paths = ['/health/live', '/health/live', '/health/ready'];
    expect(asked).toEqual(paths.map((path) => ({ path, port: 'http' })));
  });
});

it('the Job runs a command that there is', async () => {
  const [program, file, ...words] = job.spec.template.spec.containers[0]!.command!;
  expect([program, file]).toEqual(['node', 'dist/src/cli.js']);
  const folder = await temporaryFolder();
  expect((await runCli(words, { DATABASE_URL: `sqlite:${folder}/data.sqlite` })).status).toBe(0);
  await removeFolder(folder);
});
