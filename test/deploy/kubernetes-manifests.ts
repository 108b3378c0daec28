import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY, documentsOf } from './deploy-files.js';

/** What every manifest in deploy/kubernetes has. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const FILES = readdirSync(join(DEPLOY, 'kubernetes')).filter((name) => name.endsWith('.yaml'));

/** The files of the resources of the API. */
export const RESOURCES = FILES.filter((name) => name !== 'kustomization.yaml');

export const manifestsIn = <Content = Manifest>(name: string): Content[] =>
  documentsOf<Content>(`deploy/kubernetes/${name}`);
