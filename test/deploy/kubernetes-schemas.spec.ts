import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { compileTypescript } from '../guides/guides.js';
import { checksModules, fromChecks } from '../kit/process/checks-package.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';
import { manifestsIn, RESOURCES, type Manifest } from './deploy-files.js';

type Model = new (manifest: Manifest) => Manifest & { validate(): void };

const MODULES: Readonly<Record<string, string>> = {
  CronJob: 'kubernetes-models/batch/v1/CronJob',
  Deployment: 'kubernetes-models/apps/v1/Deployment',
  Ingress: 'kubernetes-models/networking.k8s.io/v1/Ingress',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
  PodDisruptionBudget: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  ConfigMap: 'kubernetes-models/v1/ConfigMap',
  Secret: 'kubernetes-models/v1/Secret',
  Service: 'kubernetes-models/v1/Service',
};

it.each(RESOURCES)('%s matches the schemas of the Kubernetes API', (name) => {
  for (const manifest of manifestsIn(name)) {
    const { [manifest.kind]: Kind } = fromChecks(MODULES[manifest.kind]!) as Record<string, Model>;
    const model = new Kind!(manifest);
    expect(() => model.validate()).not.toThrow();
    expect(model.apiVersion).toBe(manifest.apiVersion);
  }
});

it('no manifest has a field that the API does not define', async () => {
  // The types find unknown fields, which the schemas accept
  const folder = await temporaryFolder();
  symlinkSync(checksModules(), join(folder, 'node_modules'));
  const claims = RESOURCES.flatMap((name) => manifestsIn(name)).map((manifest) => {
    const type = `import('${MODULES[manifest.kind]}').I${manifest.kind}`;
    return `console.log(${JSON.stringify(manifest)} satisfies ${type});\n`;
  });
  await compileTypescript(folder, 'manifests', claims.join(''));
  await removeFolder(folder);
});
