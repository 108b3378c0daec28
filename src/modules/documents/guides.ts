import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Marked } from 'marked';
import { CONFIG, type Config, PROJECT_FOLDER } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';

const FOLDER = join(PROJECT_FOLDER, 'docs/guides');
const NAMES = [
  'quick-start',
  'fleet-into-a-table',
  'keep-a-copy',
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
    const guides = ['README', ...NAMES].map((name) => readGuide(name, publicUrl));
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
  const text = readFileSync(join(FOLDER, `${name}.md`), 'utf8').replaceAll(EXAMPLE_URL, () => publicUrl);
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
