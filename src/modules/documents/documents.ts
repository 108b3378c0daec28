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

/** Creates each document and file once. Most processes serve none of the files. */
@Injectable()
export class Documents {
  private readonly documents = new Map<Audience, OpenAPIObject>();
  private readonly generated = new Map<string, Promise<StaticFile> | StaticFile>();
  private readonly assets = new Map<string, StaticFile>();
  private make: ((audience: Audience) => OpenAPIObject) | undefined;

  generateWith(make: (audience: Audience) => OpenAPIObject): void {
    this.make = make;
  }

  file(audience: Audience, name: string): Promise<StaticFile> | StaticFile | undefined {
    const make = GENERATED[audience].get(name);
    if (!make) return this.asset(name);
    const path = `${audience}/${name}`;
    const file = this.generated.get(path) ?? make(this.document(audience));
    this.generated.set(path, file);
    if (file instanceof Promise) file.catch(() => this.generated.delete(path)); // tries again
    return file;
  }

  private document(audience: Audience): OpenAPIObject {
    if (!this.make) throw new Error('The application is not set up');
    const document = this.documents.get(audience) ?? this.make(audience);
    this.documents.set(audience, document);
    return document;
  }

  private asset(name: string): StaticFile | undefined {
    const [type, folder] = ASSETS.get(name) ?? [];
    if (type && folder && !this.assets.has(name)) {
      const content = readFileSync(join(folder, name));
      this.assets.set(name, new StaticFile(type, content, undefined, readCompressed(join(OURS, name))));
    }
    return this.assets.get(name);
  }
}

function jsonFile(content: object): StaticFile {
  return new StaticFile('json', Buffer.from(JSON.stringify(content, undefined, 2)));
}

async function yamlFile(document: OpenAPIObject): Promise<StaticFile> {
  const { stringify } = await import('yaml');
  return new StaticFile('application/yaml; charset=utf-8', Buffer.from(stringify(document)));
}
