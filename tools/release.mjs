// Writes the files that accompany a release: node tools/release.mjs [FOLDER], after `npm ci` and `npm run build`.
// - sbom.cdx.json: the packages of the image and of the portal, as CycloneDX
// - third-party-notices.txt: their licenses
// - size.json: the bytes of the service and of its packages in the image, without the base image
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { filesIn, isInImage, isLicense } from './image-files.mjs';

const [folder = 'release'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { name, version } = packages[''];
const installed = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ ...entry, path, id: `${path.split('node_modules/').at(-1)}@${entry.version}` }));
const inImage = installed.filter(({ dev, devOptional, optional }) => !dev && !devOptional && !optional);

/** Returns the ids of the packages that Vite bundles into the portal. */
async function bundledInPortal() {
  const outDir = mkdtempSync(join(tmpdir(), 'portal-'));
  try {
    const license = { fileName: 'licenses.json' };
    await build({ configFile: 'portal/vite.config.mts', logLevel: 'error', build: { outDir, license } });
    const licenses = JSON.parse(readFileSync(join(outDir, license.fileName), 'utf8'));
    return licenses.map((entry) => `${entry.name}@${entry.version}`);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** Selects the packages itself, because `npm sbom --omit=dev` also omits what a development package shares. */
function billOfMaterials(ids) {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`npm sbom ended with ${status}`);
  const { components, dependencies, metadata, ...bom } = JSON.parse(stdout);
  const root = { ...metadata.component, name };
  const isListed = (ref) => ids.has(ref) || ref === root['bom-ref'];
  return {
    ...bom,
    metadata: { ...metadata, component: root },
    components: components.filter((component) => isListed(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isListed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed) })),
  };
}

const filesOf = ({ path }) =>
  filesIn(path).filter((file) => !file.path.slice(path.length).includes('node_modules/'));

function noticeOf(entry) {
  const texts = filesOf(entry).filter((file) => isLicense(file.name));
  const terms = entry.license ?? 'see below';
  return [`${entry.id}: ${terms}`, ...texts.map(({ path }) => readFileSync(path, 'utf8').trim())].join(
    '\n\n',
  );
}

const bytesOf = (files) =>
  files.filter((file) => isInImage(file.name)).reduce((sum, { path }) => sum + statSync(path).size, 0);

const inPortal = await bundledInPortal();
const ids = new Set([...inImage.map(({ id }) => id), ...inPortal]);
const noticed = new Map(installed.filter(({ id }) => ids.has(id)).map((entry) => [entry.id, entry]));
/** Data of other projects in this repository. */
const copied = ['src', 'portal/src'].flatMap(filesIn).filter((file) => file.name.endsWith('.license.txt'));
const notices = [...noticed.values()]
  .map(noticeOf)
  .concat(copied.map(({ path }) => readFileSync(path, 'utf8').trim()));
const size = { version, service: bytesOf(filesIn('dist')), packages: bytesOf(inImage.flatMap(filesOf)) };

mkdirSync(folder, { recursive: true });
const write = (file, text) => writeFileSync(join(folder, file), text);
write('sbom.cdx.json', `${JSON.stringify(billOfMaterials(ids), undefined, 2)}\n`);
write('third-party-notices.txt', `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
write('size.json', `${JSON.stringify(size, undefined, 2)}\n`);
console.log(`${folder}: ${ids.size} packages, ${((size.service + size.packages) / 1e6).toFixed(1)} MB`);
