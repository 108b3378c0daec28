import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Marked } from 'marked';
import { stringify } from 'yaml';
import { CONFIG, type Config, PROJECT_FOLDER } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';
import { CHANGES } from '../../openapi/document-text.js';
import { postmanCollection } from '../../openapi/postman.js';

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
    const document = this.make(audience);
    const files = filesOf(document);
    if (audience === 'customer') files.set('postman.json', jsonFile(postmanCollection(document)));
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

function filesOf(document: OpenAPIObject): Map<string, StaticFile> {
  const yaml = Buffer.from(stringify(document));
  return new Map([
    ['openapi.json', jsonFile(document)],
    ['openapi.yaml', new StaticFile('application/yaml; charset=utf-8', yaml)],
  ]);
}

const jsonFile = (content: object): StaticFile =>
  new StaticFile('json', Buffer.from(JSON.stringify(content, undefined, 2)));

const GUIDES_FOLDER = join(PROJECT_FOLDER, 'docs/guides');
const GUIDE_NAMES = [
  'quick-start',
  'fleet-into-a-table',
  'keep-a-copy',
  'generate-a-client',
  'limits-errors-retries',
  'keys-and-people',
];
const EXAMPLE_URL = 'https://api.example.com';

const markdown = new Marked({
  walkTokens(token) {
    if (token.type === 'link') token.href = String(token.href).replace(/\.md$/, '');
  },
});

interface Guide {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

@Injectable()
export class Guides {
  private readonly pages: ReadonlyMap<string, StaticFile>;

  constructor(@Inject(CONFIG) { basePath, publicUrl }: Config) {
    const guides = ['README', ...GUIDE_NAMES].map((name) => readGuide(name, publicUrl));
    this.pages = new Map(
      guides.map((guide) => {
        const page = Buffer.from(pageOf(guide, guides, basePath));
        return [guide.path, new StaticFile('html', page)];
      }),
    );
  }

  find(name = ''): StaticFile | undefined {
    return this.pages.get(name);
  }
}

function readGuide(name: string, publicUrl: string): Guide {
  const text = readFileSync(join(GUIDES_FOLDER, `${name}.md`), 'utf8').replaceAll(
    EXAMPLE_URL,
    () => publicUrl,
  );
  return { path: name === 'README' ? '' : name, title: /^# (.*)/.exec(text)?.[1] ?? name, text };
}

function pageOf({ path, title, text }: Guide, guides: readonly Guide[], basePath: string): string {
  const links = guides.map((guide) => {
    const current = guide.path === path ? ' aria-current="page"' : '';
    return `<a href="${guide.path || './'}"${current}>${guide.title}</a>`;
  });
  // lets keyboard users scroll long lines
  const content = markdown.parse(text, { async: false }).replaceAll('<pre>', '<pre tabindex="0">');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - Customer Device API</title>
    <base href="${basePath}/docs/guides/">
    <link rel="stylesheet" href="../guide.css">
    <link rel="icon" type="image/png" href="../favicon-32x32.png">
  </head>
  <body>
    <nav aria-label="Documentation"><a href="../">API reference</a>${links.join('')}</nav>
    <main>${content}</main>
  </body>
</html>
`;
}
