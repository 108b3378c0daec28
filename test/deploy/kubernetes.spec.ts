import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { SETTING_NAMES, loadConfig } from '../../src/config/config.js';
import { STOPS_WITHIN_MS } from '../../src/app/graceful-shutdown.js';
import { findBinary } from '../kit/process/find-binary.js';
import { run, runCli } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';
import { DEPLOY, manifestsIn, RESOURCES, type Manifest } from './deploy-files.js';

// `kubernetes-schemas.spec.ts` checks the manifests against the schemas of the API

type Labels = Readonly<Record<string, string>>;

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly envFrom: unknown;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: unknown;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}
interface Probe {
  readonly httpGet: unknown;
}
interface Selected {
  readonly spec: { readonly selector: unknown; readonly ports: readonly { readonly targetPort: string }[] };
}
interface Pods {
  readonly selector: unknown;
  readonly template: {
    readonly metadata: { readonly labels: Labels };
    readonly spec: {
      readonly initContainers: readonly Container[];
      readonly containers: readonly Container[];
      readonly terminationGracePeriodSeconds: number;
      readonly securityContext: unknown;
    };
  };
}
interface Values {
  readonly metadata: { readonly name: string };
  readonly data?: Labels;
  readonly stringData?: Labels;
}

const OPTIONAL = ['import', 'ingress', 'network-policy'];

const { selector, template } = manifestsIn<{ spec: Pods }>('deployment.yaml')[0]!.spec;
const { spec: pod } = template;
const [cronJob] = manifestsIn<{ spec: { jobTemplate: { spec: Pick<Pods, 'template'> } } }>(
  'components/import/import.yaml',
);
const { template: importTemplate } = cronJob!.spec.jobTemplate.spec;
const migration = pod.initContainers[0]!;
const api = pod.containers[0]!;
const importer = importTemplate.spec.containers[0]!;
const { data: settings = {} } = manifestsIn<Values>('settings.yaml')[0]!;
const { stringData: secret = {} } = manifestsIn<Values>('secret.example.yaml')[0]!;

it('the kustomization files name every manifest except the example of a secret', () => {
  const folders = ['', ...OPTIONAL.map((name) => `components/${name}/`)];
  const named = folders.flatMap((folder) => {
    const [{ resources } = { resources: [] }] = manifestsIn<{ resources: string[] }>(
      `${folder}kustomization.yaml`,
    );
    return resources.map((name) => folder + name);
  });
  expect([...named, 'secret.example.yaml'].sort()).toEqual([...RESOURCES].sort());
});

describe('The settings', () => {
  it('are settings of the service', () => {
    for (const name of [...Object.keys(settings), ...Object.keys(secret)])
      expect(SETTING_NAMES).toContain(name);
  });

  it('are valid with the secret, and the example has no secret', () => {
    expect(Object.values(secret).every((value) => value === '')).toBe(true);
    const filled = Object.keys(secret).map((name) => [name, `the-${name}-of-32-characters-at-least`]);
    const url = 'mysql://device_api:password@mysql:3306/device_api';
    const chosen = { DATABASE_URL: url, DATABASE_READ_URL: url, TRUST_PROXY: '10.42.3.0/24' };
    const withSecret = { ...settings, ...(Object.fromEntries(filled) as Labels), ...chosen };
    expect(() => loadConfig(withSecret)).not.toThrow();
    expect(() => loadConfig({ ...withSecret, ...secret, ...chosen })).toThrow('KEY_PEPPER is required');
  });

  it('refuse to start until the operator sets the network of the ingress controller', () => {
    expect(() => loadConfig(settings)).toThrow('TRUST_PROXY must be');
  });

  it('are used by all containers', () => {
    const sources = [
      { configMapRef: { name: manifestsIn<Values>('settings.yaml')[0]!.metadata.name } },
      { secretRef: { name: manifestsIn<Values>('secret.example.yaml')[0]!.metadata.name } },
    ];
    for (const { envFrom } of [migration, api, importer]) expect(envFrom).toEqual(sources);
  });
});

it('Pods have time to stop before they are killed', () => {
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(STOPS_WITHIN_MS);
});

it('the Services and the disruption budget select the pods, and the probes query the service', () => {
  const { labels } = template.metadata;
  const [budget] = manifestsIn<Selected>('disruption.yaml');
  for (const each of [selector, budget!.spec.selector]) expect(each).toEqual({ matchLabels: labels });
  const port = { name: 'http', containerPort: loadConfig({}).port };
  expect(api.ports).toEqual([port]);
  for (const { spec } of manifestsIn<Selected>('service.yaml'))
    expect([spec.selector, spec.ports[0]!.targetPort]).toEqual([labels, port.name]);
  const probes = [api.startupProbe, api.livenessProbe, api.readinessProbe];
  const paths = ['/health/live', '/health/live', '/health/ready'];
  expect(probes.map(({ httpGet }) => httpGet)).toEqual(paths.map((path) => ({ path, port: port.name })));
});

it('no container runs as root, writes to its image, or has capabilities', () => {
  for (const { securityContext } of [pod, importTemplate.spec])
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  for (const { securityContext } of [migration, api, importer])
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
});

it('the init container migrates a database with the image of the service, each time', async () => {
  expect(migration.image).toBe(api.image);
  const [program, file, ...args] = migration.command!;
  expect([program, file]).toEqual(['node', 'dist/src/cli.js']);
  const folder = await temporaryFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/data.sqlite` };
  for (const pods of ['of the first start', 'of the next one'])
    expect([pods, (await runCli(args, env)).status]).toEqual([pods, 0]);
  await removeFolder(folder);
});

it('the import runs the command with the image of the service, and no Service selects its pods', () => {
  expect(importer.image).toBe(api.image);
  expect(importer.command).toEqual(['node', 'dist/src/cli.js', 'import', '/export']);
  expect(importTemplate.metadata.labels).not.toEqual(template.metadata.labels);
});

interface Network {
  readonly spec: {
    readonly podSelector: { readonly matchLabels: Labels };
    readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[];
    readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
  };
}
interface Routes {
  readonly spec: {
    readonly tls: readonly { readonly hosts: readonly string[] }[];
    readonly rules: readonly {
      readonly host: string;
      readonly http: { readonly paths: readonly { readonly backend: { readonly service: unknown } }[] };
    }[];
  };
}

it('the Ingress routes the host of PUBLIC_URL to the Service', () => {
  const { spec } = manifestsIn<Routes>('components/ingress/ingress.yaml')[0]!;
  const { host } = new URL(settings.PUBLIC_URL!);
  expect(spec.tls[0]!.hosts).toEqual([host]);
  expect(spec.rules.map((rule) => rule.host)).toEqual([host]);
  const [service] = manifestsIn<Values & { spec: { ports: { name: string }[] } }>('service.yaml');
  expect(spec.rules[0]!.http.paths.map(({ backend }) => backend.service)).toEqual([
    { name: service!.metadata.name, port: { name: service!.spec.ports[0]!.name } },
  ]);
});

it('the NetworkPolicy selects the pods, and opens the ports of the service, the database, and Redis', () => {
  const { spec } = manifestsIn<Network>('components/network-policy/network-policy.yaml')[0]!;
  expect(template.metadata.labels).toMatchObject(spec.podSelector.matchLabels);
  expect(spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([api.ports![0]!.name]);
  const opened = spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(opened).toEqual(expect.arrayContaining([3306, Number(new URL(settings.REDIS_URL!).port)]));
});

// CI may have no kubectl, which no package of Debian 12 contains in a supported version
const kubectl = findBinary('kubectl');
(kubectl === undefined ? it.skip : it)('kubectl builds the manifests with all components', async () => {
  const folder = await temporaryFolder();
  cpSync(join(DEPLOY, 'kubernetes'), folder, { recursive: true });
  const file = join(folder, 'kustomization.yaml');
  const text = readFileSync(file, 'utf8');
  const withComponents = text.replaceAll(/^#(components:|  - )/gm, '$1');
  expect(withComponents.split('\n')).not.toEqual(text.split('\n'));
  writeFileSync(file, withComponents);
  const { status, stdout, stderr } = await run([kubectl!, 'kustomize', folder]);
  expect([status, stderr]).toEqual([0, '']);
  const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest & Values);
  const kinds = ['ConfigMap', 'CronJob', 'Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget'];
  expect(built.map(({ kind }) => kind).sort()).toEqual([...kinds, 'Service', 'Service']);
  for (const { metadata } of built) expect(metadata).toMatchObject({ namespace: 'customer-device-api' });
  await removeFolder(folder);
});
