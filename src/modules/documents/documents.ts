import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { PROJECT_FOLDER } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';
import { CHANGES } from '../../openapi/document-text.js';

export type Audience = 'customer' | 'internal';

/** Resolves package.json, because loading the package itself takes a fifth of the startup time. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const OURS = join(PROJECT_FOLDER, 'dist/portal/documents');

const ASSETS: ReadonlyMap<string, { readonly type: string; readonly folder: string }> = new Map([
  ['swagger-ui.css', { type: 'css', folder: SWAGGER_UI }],
  ['swagger-ui-bundle.js', { type: 'js', folder: SWAGGER_UI }],
  ['favicon-32x32.png', { type: 'png', folder: SWAGGER_UI }],
  ['page.css', { type: 'css', folder: OURS }],
  ['page.js', { type: 'js', folder: OURS }],
  ['guide.css', { type: 'css', folder: OURS }],
  ['guide.js', { type: 'js', folder: OURS }],
  [CHANGES, { type: 'txt', folder: PROJECT_FOLDER }],
]);

@Injectable()
export class Documents {
  private readonly documents = new Map<Audience, ReadonlyMap<string, StaticFile>>();
  private readonly assets = new Map<string, StaticFile>();
  private make: ((audience: Audience) => OpenAPIObject) | undefined;

  generateWith(make: (audience: Audience) => OpenAPIObject): void {
    this.make = make;
  }

  /** Runs before the first request, because it blocks the event loop for about 300 ms. */
  makeAll(): void {
    this.files('customer');
    this.files('internal');
  }

  files(audience: Audience): ReadonlyMap<string, StaticFile> {
    const made = this.documents.get(audience);
    if (made) return made;
    if (!this.make) throw new Error('The application is not set up');
    const files = filesOf(this.make(audience));
    this.documents.set(audience, files);
    return files;
  }

  asset(name: string): StaticFile | undefined {
    const file = ASSETS.get(name);
    if (file && !this.assets.has(name))
      this.assets.set(name, new StaticFile(file.type, readFileSync(join(file.folder, name))));
    return this.assets.get(name);
  }
}

function filesOf(document: OpenAPIObject): ReadonlyMap<string, StaticFile> {
  const json = Buffer.from(JSON.stringify(document, undefined, 2));
  const yaml = Buffer.from(stringify(document));
  return new Map([
    ['openapi.json', new StaticFile('json', json)],
    ['openapi.yaml', new StaticFile('application/yaml; charset=utf-8', yaml)],
  ]);
}
