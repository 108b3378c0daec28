import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { SETTING_NAMES } from '../../src/config/env-file.js';
import { loadConfig } from '../../src/config/load-config.js';
import { STOPS_WITHIN_MS } from '../../src/process/stop-gracefully.js';
import { compileTypescript } from '../guides/guides.js';
import { runCli } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';
import { DEPLOY, documentsOf, ROOT } from './deploy-files.js';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds of the API that the manifests use: with the API's own schemas, and the module of its type. */
const KINDS = {
  Deployment: [Deployment, 'apps/v1/Deployment'],
  Job: [Job, 'batch/v1/Job'],
  PodDisruptionBudget: [PodDisruptionBudget, 'policy/v1/PodDisruptionBudget'],
  ConfigMap: [ConfigMap, 'v1/ConfigMap'],
  Secret: [Secret, 'v1/Secret'],
  Service: [Service, 'v1/Service'],
} as const;
type Kind = keyof typeof KINDS;

const FOLDER = join(DEPLOY, 'kubernetes');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const RESOURCES = FILES.filter((name) => name !== 'kustomization.yaml');
const inFile = (name: string): Manifest[] => documentsOf<Manifest>(`deploy/kubernetes/${name}`);
const only = (name: string): unknown => inFile(name)[0];

const deployment = only('deployment.yaml') as Deployment;
const job = only('migrate.yaml') as Job;
const settings = (only('settings.yaml') as ConfigMap).data ?? {};
const secret = (only('secret.example.yaml') as Secret).stringData ?? {};
const pod = deployment.spec!.template.spec!;
const pods = [pod, job.spec!.template.spec!];

it.each(RESOURCES)('%s is as the schemas of the API want it', (name) => {
  for (const manifest of inFile(name)) {
    const [Model] = KINDS[manifest.kind as Kind];
    const made = new Model(manifest as never);
    expect(() => made.validate()).not.toThrow();
    expect(made.apiVersion).toBe(manifest.apiVersion);
  }
});

it('no manifest has a field that the API does not know', async () => {
  // the schemas let such a field pass; the types made from them do not
  const folder = await temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const claims = RESOURCES.flatMap(inFile).map((manifest) => {
    const [, module] = KINDS[manifest.kind as Kind];
    const type = `import('kubernetes-models/${module}').I${manifest.kind}`;
    return `console.log(${JSON.stringify(manifest)} satisfies ${type});\n`;
  });
  await compileTypescript(folder, 'manifests', claims.join(''));
  await removeFolder(folder);
});

it('kustomization.yaml names every manifest but the example of a secret', () => {
  const { resources } = only('kustomization.yaml') as { resources: string[] };
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
    const address = { DATABASE_URL: url, DATABASE_READ_URL: url };
    expect(() =>
      loadConfig({ ...settings, ...(Object.fromEntries(filled) as Record<string, string>), ...address }),
    ).not.toThrow();
    expect(() => loadConfig({ ...settings, ...secret, ...address })).toThrow('KEY_PEPPER is required');
  });

  it('reach the Deployment and the Job by their names', () => {
    const sources = [
      { configMapRef: { name: (only('settings.yaml') as ConfigMap).metadata?.name } },
      { secretRef: { name: (only('secret.example.yaml') as Secret).metadata?.name } },
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
    expect(pod.terminationGracePeriodSeconds! * 1000).toBeGreaterThanOrEqual(STOPS_WITHIN_MS);
  });

  it('are found by the Services and by the disruption budget, and listen where these send to', () => {
    const { labels } = deployment.spec!.template.metadata!;
    const [container] = pod.containers;
    expect(deployment.spec!.selector.matchLabels).toEqual(labels);
    expect((only('disruption.yaml') as PodDisruptionBudget).spec!.selector!.matchLabels).toEqual(labels);
    expect(container!.ports).toEqual([{ name: 'http', containerPort: loadConfig({}).port }]);
    for (const { spec } of inFile('service.yaml') as (Manifest & Service)[]) {
      expect(spec!.selector).toEqual(labels);
      expect(spec!.ports![0]!.targetPort).toBe('http');
    }
    expect(job.spec!.template.metadata!.labels).not.toEqual(labels);
  });

  it('are asked whether they live and whether they are ready, where the service says so', () => {
    const { startupProbe, livenessProbe, readinessProbe } = pod.containers[0]!;
    const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet);
    const paths = ['/health/live', '/health/live', '/health/ready'];
    expect(asked).toEqual(paths.map((path) => ({ path, port: 'http' })));
  });
});

it('the Job runs a command that there is', async () => {
  const [program, file, ...words] = job.spec!.template.spec!.containers[0]!.command!;
  expect([program, file]).toEqual(['node', 'dist/src/cli.js']);
  const folder = await temporaryFolder();
  expect((await runCli(words, { DATABASE_URL: `sqlite:${folder}/data.sqlite` })).status).toBe(0);
  await removeFolder(folder);
});
