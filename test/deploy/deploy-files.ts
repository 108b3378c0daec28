import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const ROOT = join(__dirname, '../../..');
export const DEPLOY = join(ROOT, 'deploy');

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export function documentsOf<Content>(path: string): Content[] {
  return parseAllDocuments(textOf(path), { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS() as Content;
  });
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const KUBERNETES = join(DEPLOY, 'kubernetes');
const FILES = readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' });

export const RESOURCES = FILES.filter(
  (name) => name.endsWith('.yaml') && basename(name) !== 'kustomization.yaml',
);

export const manifestsIn = <Content = Manifest>(name: string): Content[] =>
  documentsOf<Content>(`deploy/kubernetes/${name}`);
