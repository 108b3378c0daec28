import { chmodSync, cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../kit/process/find-binary.js';
import { Program, run, type Outcome } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';
import { ROOT, textOf } from './deploy-files.js';

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const [, NODE = '', SUITE = ''] = /^FROM node:([\d.]+)-(\w+)-slim/m.exec(textOf('Dockerfile')) ?? [];
/** The user `node` of the base image. */
const USER = '1000:1000';

/** Mounts the root read-only, as compose and Kubernetes do, with an empty volume for the embedded database. */
const START = `
mount --bind "$0" "$0"
mount --types proc proc "$0/proc"
mount --types tmpfs --options uid=1000,gid=1000 tmpfs "$0/app/data"
mount --options remount,bind,ro "$0"
exec chroot --userspec=${USER} "$0" "$@"
`;

async function succeed(...command: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(command, { env: process.env });
  if (status !== 0) throw new Error(`${command[0]!} ended with ${String(status)}: ${stderr.slice(-3000)}`);
  return stdout.trim();
}

/** The image of the Dockerfile, built with buildah on a Debian that mmdebstrap makes, because no image registry can be reached. */
export class Image {
  static readonly isPossible =
    process.getuid?.() === 0 && ['buildah', 'mmdebstrap', 'npm'].every((name) => findBinary(name));

  private constructor(
    private readonly folder: string,
    readonly config: ImageConfig,
    readonly root: string,
  ) {}

  static async build(): Promise<Image> {
    const folder = await temporaryFolder();
    try {
      return await Image.buildIn(folder);
    } catch (error) {
      await discard(folder);
      throw error;
    }
  }

  private static async buildIn(folder: string): Promise<Image> {
    const base = await buildBase(folder);
    const storage = [
      '--storage-driver',
      'overlay',
      '--root',
      storageIn(folder),
      '--runroot',
      join(folder, 'run'),
    ];
    const buildah = (...args: string[]): Promise<string> => succeed('buildah', ...storage, ...args);
    await buildah('from', '--name', 'base', 'scratch');
    await buildah('add', 'base', base, '/');
    await buildah('commit', 'base', `docker.io/library/node:${NODE}-${SUITE}-slim`);
    const cache = `${await succeed('npm', 'config', 'get', 'cache')}:/root/.npm`;
    const release = ['--build-arg', 'VERSION=1.2.3', '--build-arg', 'REVISION=abc'];
    const options = ['--pull-never', '--isolation', 'chroot', '--format', 'docker', '--volume', cache];
    await buildah('bud', ...options, ...release, '--tag', 'image', ROOT);
    const described = JSON.parse(await buildah('inspect', '--type', 'image', 'image')) as {
      Docker: { config: ImageConfig };
    };
    await buildah('from', '--name', 'made', 'image');
    return new Image(folder, described.Docker.config, await buildah('mount', 'made'));
  }

  /** Runs a command in the image, by default its own. */
  start(env: NodeJS.ProcessEnv, command = this.config.Cmd): Program {
    const imageEnv = this.config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
    const args = ['env', '--chdir', this.config.WorkingDir, ...command];
    return new Program(['unshare', '--mount', 'sh', '-ec', START, this.root, ...args], {
      env: { ...Object.fromEntries(imageEnv), ...env },
    });
  }

  run(command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    return this.start(env, command).outcome();
  }

  remove(): Promise<void> {
    return discard(this.folder);
  }
}

const storageIn = (folder: string): string => join(folder, 'storage');

async function discard(folder: string): Promise<void> {
  await run(['umount', '--recursive', join(storageIn(folder), 'overlay')]);
  await removeFolder(folder);
}

/** Returns a Debian with the Node of the Dockerfile from the npm registry, and npm and its settings from this machine. */
async function buildBase(folder: string): Promise<string> {
  const local = join(folder, 'local');
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  mkdirSync(join(local, 'etc'));
  const node = `node-linux-${process.arch}@${NODE}`;
  const packed = await succeed('npm', 'pack', node, '--silent', '--pack-destination', folder);
  await succeed('tar', '-xzf', join(folder, packed), '-C', local, '--strip-components=1', 'package/bin');
  const npm = join(realpathSync(findBinary('npm')!), '../..');
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  await succeed('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  const settings = await Promise.all(
    ['registry', 'cafile'].map((name) => succeed('npm', 'config', 'get', name)),
  );
  const [registry = '', authorities = ''] = settings;
  const lines = [`registry=${registry}`, 'prefer-offline=true'];
  if (authorities !== 'null') {
    cpSync(authorities, join(local, 'etc/authorities.pem'));
    lines.push('cafile=/usr/local/etc/authorities.pem');
  }
  writeFileSync(join(local, 'etc/npmrc'), lines.join('\n'));
  const base = join(folder, 'base.tar');
  chmodSync(folder, 0o755);
  await succeed(
    ...['mmdebstrap', '--variant=essential', '--include=libstdc++6,libatomic1', '--mode=root'],
    `--customize-hook=cp -r ${local}/. "$1/usr/local"`,
    '--customize-hook=echo node:x:1000:1000::/home/node:/bin/sh >>"$1/etc/passwd"',
    '--customize-hook=echo node:x:1000: >>"$1/etc/group"',
    ...[SUITE, base],
  );
  return base;
}
