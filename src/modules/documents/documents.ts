import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROJECT_FOLDER } from '../../config/config.js';
import { readCompressed, StaticFile } from '../../http/static-file.js';
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

type Make = (document: OpenAPIObject) => Promise<StaticFile> | StaticFile;

const OPENAPI: readonly [string, Make][] = [
  ['openapi.json', jsonFile],
  ['openapi.yaml', yamlFile],
];
const GENERATED: Readonly<Record<Audience, ReadonlyMap<string, Make>>> = {
  customer: new Map([...OPENAPI, ['postman.json', (document) => jsonFile(postmanCollection(document))]]),
  internal: new Map(OPENAPI),
};

/** Creates each document and file once, with its first request. Most processes serve none of them. */
@Injectable()
export class Documents {
  private readonly documents = new Map<Audience, OpenAPIObject>();
  private readonly files = new Map<string, Promise<StaticFile> | StaticFile>();
  private make: ((audience: Audience) => OpenAPIObject) | undefined;

  generateWith(make: (audience: Audience) => OpenAPIObject): void {
    this.make = make;
  }

  file(audience: Audience, name: string): Promise<StaticFile> | StaticFile | undefined {
    const generate = GENERATED[audience].get(name);
    const path = generate ? `${audience}/${name}` : name;
    const file = this.files.get(path) ?? (generate ? generate(this.document(audience)) : readAsset(name));
    if (file) this.files.set(path, file);
    if (file instanceof Promise) file.catch(() => this.files.delete(path)); // tries again
    return file;
  }

  private document(audience: Audience): OpenAPIObject {
    if (!this.make) throw new Error('The application is not set up');
    const document = this.documents.get(audience) ?? this.make(audience);
    this.documents.set(audience, document);
    return document;
  }
}

function readAsset(name: string): StaticFile | undefined {
  const [type, folder] = ASSETS.get(name) ?? [];
  if (!type || !folder) return undefined;
  const content = readFileSync(join(folder, name));
  return new StaticFile(type, content, undefined, readCompressed(join(OURS, name)));
}

function jsonFile(content: object): StaticFile {
  return new StaticFile('json', Buffer.from(JSON.stringify(content, undefined, 2)));
}

async function yamlFile(document: OpenAPIObject): Promise<StaticFile> {
  const { stringify } = await import('yaml');
  return new StaticFile('application/yaml; charset=utf-8', Buffer.from(stringify(document)));
}
