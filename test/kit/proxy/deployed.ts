import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findBinary } from '../process/find-binary.js';
import { Program } from '../process/program.js';

const DEPLOY = join(__dirname, '../../../../deploy');

/** Puts another server beside each that is there by this name, for a larger place than the one that is deployed. */
export const withServer =
  (beside: string, name: string) =>
  (text: string): string =>
    text.replace(
      new RegExp(`^  server ${beside} ${beside}(:.*)$`, 'gm'),
      (line, rest: string) => `${line}\n  server ${name} ${name}${rest}`,
    );

/** Puts the instances on these ports in place of those that are there. */
export const withInstances =
  (ports: readonly number[]) =>
  (text: string): string =>
    text.replace(
      /(?:^ {2}server api-\d .*\n)+/m,
      ports.map((port, at) => `  server api-${at + 1} 127.0.0.1:${port}\n`).join(''),
    );

/** HAProxy with files of `deploy`, in which other addresses stand for those that they have. */
export function startDeployed(
  files: readonly string[],
  addresses: Readonly<Record<string, string>>,
  edit = (text: string): string => text,
): Program {
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-haproxy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    const words = edit(readFileSync(join(DEPLOY, file), 'utf8')).split(/(?<= )/);
    const moved = words.map((word) => {
      const [, address = '', rest = ''] = /^([\w-]*:\d+)(.*)$/s.exec(word) ?? [];
      return addresses[address] === undefined ? word : addresses[address] + rest;
    });
    writeFileSync(join(folder, basename(file)), moved.join(''));
  }
  return new Program([findBinary('haproxy') ?? 'haproxy', '-db', '-f', folder]);
}
