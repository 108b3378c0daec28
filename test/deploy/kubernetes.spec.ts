import { SETTING_NAMES, loadConfig } from '../../src/config/config.js';
import { STOPS_WITHIN_MS } from '../../src/app/graceful-shutdown.js';
import { runCli } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';
import { manifestsIn, RESOURCES } from './deploy-files.js';

// `kubernetes-schemas.spec.ts` checks the manifests against the schemas of the API

type Labels = Readonly<Record<string, string>>;

interface Pods {
  readonly template: {
    readonly spec: {
      readonly containers: readonly { readonly command?: readonly string[]; readonly envFrom: unknown }[];
      readonly terminationGracePeriodSeconds: number;
    };
  };
}
interface Values {
  readonly metadata: { readonly name: string };
  readonly data?: Labels;
  readonly stringData?: Labels;
}

const deployment = manifestsIn<{ spec: Pods }>('deployment.yaml')[0]!;
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

  it('are used by the Deployment and the Job', () => {
    const sources = [
      { configMapRef: { name: manifestsIn<Values>('settings.yaml')[0]!.metadata.name } },
      { secretRef: { name: manifestsIn<Values>('secret.example.yaml')[0]!.metadata.name } },
    ];
    for (const { containers } of pods) expect(containers[0]!.envFrom).toEqual(sources);
  });
});

it('Pods have time to stop before they are killed', () => {
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(STOPS_WITHIN_MS);
});

it('the Job runs an existing command', async () => {
  const [program, file, ...words] = job.spec.template.spec.containers[0]!.command!;
  expect([program, file]).toEqual(['node', 'dist/src/cli.js']);
  const folder = await temporaryFolder();
  expect((await runCli(words, { DATABASE_URL: `sqlite:${folder}/data.sqlite` })).status).toBe(0);
  await removeFolder(folder);
});
