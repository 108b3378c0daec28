import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { PROJECT_FOLDER } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';
import { CHANGELOG } from '../../openapi/document-text.js';
import { postmanCollection } from '../../openapi/postman.js';

export type Audience = 'customer' | 'internal';

/** Resolves package.json, because loading the package itself takes a fifth of the startup time. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const OURS = join(PROJECT_FOLDER, 'dist/portal/documents');

const ASSETS: ReadonlyMap<string, readonly [type: string, folder: string]> = new Map([
  ['swagger-ui.css', ['css', SWAGGER_UI]],
  ['swagger-ui-bundle.js', ['js', SWAGGER_UI]],
  ['favicon-32x32.png', ['png', SWAGGER_UI]],
  ['page.css', ['css', OURS]],
  ['page.js', ['js', OURS]],
  ['guide.css', ['css', OURS]],
  ['guide.js', ['js', OURS]],
  [CHANGELOG, ['txt', PROJECT_FOLDER]],
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
    if (!this.make) throw new Error('The application is not set up');
    const files = this.documents.get(audience) ?? filesOf(this.make(audience), audience);
    this.documents.set(audience, files);
    return files;
  }

  asset(name: string): StaticFile | undefined {
    const [type, folder] = ASSETS.get(name) ?? [];
    if (type && folder && !this.assets.has(name))
      this.assets.set(name, new StaticFile(type, readFileSync(join(folder, name))));
    return this.assets.get(name);
  }
}

function filesOf(document: OpenAPIObject, audience: Audience): ReadonlyMap<string, StaticFile> {
  const yaml = Buffer.from(stringify(document));
  const files = new Map([
    ['openapi.json', jsonFile(document)],
    ['openapi.yaml', new StaticFile('application/yaml; charset=utf-8', yaml)],
  ]);
  return audience === 'customer' ? files.set('postman.json', jsonFile(postmanCollection(document))) : files;
}

const jsonFile = (content: object): StaticFile =>
  new StaticFile('json', Buffer.from(JSON.stringify(content, undefined, 2)));
