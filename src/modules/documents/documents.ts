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

const ASSETS: ReadonlyMap<string, readonly [type: string, folder: string]> = new Map([
  ['swagger-ui.css', ['css', SWAGGER_UI]],
  ['swagger-ui-bundle.js', ['js', SWAGGER_UI]],
  ['favicon-32x32.png', ['png', SWAGGER_UI]],
  ['page.css', ['css', OURS]],
  ['page.js', ['js', OURS]],
  ['guide.css', ['css', OURS]],
  [CHANGES, ['txt', PROJECT_FOLDER]],
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

interface Page {
  readonly title: string;
  /** Path to which the other paths are relative. */
  readonly base: string;
  readonly stylesheets: readonly string[];
  readonly icon: string;
  readonly body: string;
}

export function htmlPage({ title, base, stylesheets, icon, body }: Page): string {
  const styles = stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`);
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <base href="${base}">
    ${styles.join('\n    ')}
    <link rel="icon" type="image/png" href="${icon}">
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}

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

type Guide = ReturnType<typeof readGuide>;

@Injectable()
export class Guides {
  private readonly pages: ReadonlyMap<string, StaticFile>;

  constructor(@Inject(CONFIG) { basePath, publicUrl }: Config) {
    const guides = ['README', ...GUIDE_NAMES].map((name) => readGuide(name, publicUrl));
    this.pages = new Map(
      guides.map((guide) => {
        const page = guidePage(guide, guides, `${basePath}/docs/guides/`);
        return [guide.path, new StaticFile('html', Buffer.from(page))];
      }),
    );
  }

  find(name = ''): StaticFile | undefined {
    return this.pages.get(name);
  }
}

function readGuide(name: string, publicUrl: string) {
  const source = readFileSync(join(GUIDES_FOLDER, `${name}.md`), 'utf8');
  const text = source.replaceAll(EXAMPLE_URL, () => publicUrl);
  return { path: name === 'README' ? '' : name, title: /^# (.*)/.exec(text)?.[1] ?? name, text };
}

function guidePage({ path, title, text }: Guide, guides: readonly Guide[], base: string): string {
  const links = guides.map((guide) => {
    const current = guide.path === path ? ' aria-current="page"' : '';
    return `<a href="${guide.path || './'}"${current}>${guide.title}</a>`;
  });
  // lets keyboard users scroll long lines
  const content = markdown.parse(text, { async: false }).replaceAll('<pre>', '<pre tabindex="0">');
  return htmlPage({
    title: `${title} - Customer Device API`,
    base,
    stylesheets: ['../guide.css'],
    icon: '../favicon-32x32.png',
    body: `<nav aria-label="Documentation"><a href="../">API reference</a>${links.join('')}</nav>
    <main>${content}</main>`,
  });
}
