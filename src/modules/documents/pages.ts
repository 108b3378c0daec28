import { posix } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';
import { CHANGELOG } from '../../openapi/document-text.js';
import { anchorOf, plainText, readSection, SECTIONS, type Page, type Section } from './page.js';

export const SEARCH_INDEX = 'search.json';
export const LLMS = 'llms.txt';

const LINK = /\[([^\]]*)\]\(([^)\s#]+\.md)(#[^)\s]*)?\)/g;

@Injectable()
export class Pages {
  private read: ReadonlyMap<string, Page> | undefined;
  private readonly files = new Map<string, StaticFile>();
  private readonly folder: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.folder = `${config.basePath}/docs`;
  }

  /** Reads all pages at the first request. */
  private get pages(): ReadonlyMap<string, Page> {
    this.read ??= new Map(
      SECTIONS.flatMap((section) => readSection(section, this.config.publicUrl)).map((page) => [
        page.path,
        page,
      ]),
    );
    return this.read;
  }

  /** Returns the file at a path below `/docs`, or `llms.txt`. Creates each file once. */
  async find(path: string): Promise<StaticFile | undefined> {
    const made = this.files.get(path);
    if (made) return made;
    const file = await this.make(path);
    if (file) this.files.set(path, file);
    return file;
  }

  private async make(path: string): Promise<StaticFile | undefined> {
    if (path === SEARCH_INDEX) return new StaticFile('json', Buffer.from(JSON.stringify(this.searchIndex())));
    if (path === LLMS) return new StaticFile('txt', Buffer.from(this.llmsText()));
    const page = this.pages.get(path.replace(/\.md$/, ''));
    if (!page) return undefined;
    if (path.endsWith('.md'))
      return new StaticFile('text/markdown; charset=utf-8', Buffer.from(this.markdownOf(page)));
    const { section } = page;
    const { htmlOf } = await import('./page-html.js'); // loads a parser of Markdown
    const html = htmlOf(page, {
      folder: this.folder,
      searchIndex: SEARCH_INDEX,
      siblings: section === 'errors' ? [] : this.pagesOf(section),
      targetOf: (href) => this.targetOf(section, href),
    });
    return new StaticFile('html', Buffer.from(html));
  }

  private pagesOf(section: Section): Page[] {
    return [...this.pages.values()].filter((page) => page.section === section && page.path !== section);
  }

  /** Links lead to files of the repository. The service does not serve all of them. */
  private targetOf(from: Section, href: string): string | undefined {
    const file = posix.join(from, href);
    if (file === `../${CHANGELOG}`) return CHANGELOG;
    const path = file.replace(/(?:\/README)?\.md$/, '');
    return this.pages.has(path) ? path : undefined;
  }

  private markdownOf({ section, text }: Page): string {
    const url = `${this.config.publicUrl}/docs`;
    const withPages = text.replaceAll(LINK, (_link, label: string, href: string, anchor = '') => {
      const target = this.targetOf(section, href);
      if (target === undefined) return label;
      return `[${label}](${url}/${target.replace(/\.md$/, '')}.md${anchor})`;
    });
    return withPages.replaceAll('](/docs)', `](${url})`);
  }

  private searchIndex(): readonly object[] {
    return [...this.pages.values()].flatMap(({ path, title, text }) =>
      // the pages of the errors have the same headings, which would fill the results
      (path.startsWith('errors/') ? [text] : text.split(/\n(?=##+ )/)).map((part) => {
        const heading = /^##+ (.*)/.exec(part)?.[1];
        const url = `${this.folder}/${path}`;
        return {
          label: heading === undefined ? title : `${title}: ${plainText(heading)}`,
          url: heading === undefined ? url : `${url}#${anchorOf(heading)}`,
          text: part.replaceAll(/\s+/g, ' '),
        };
      }),
    );
  }

  /** Returns the overview for language models (llmstxt.org). */
  private llmsText(): string {
    const { publicUrl } = this.config;
    const listOf = (section: Section): string => {
      const index = this.pages.get(section);
      const lines = index ? this.markdownOf(index).split('\n') : [];
      return lines.filter((line) => line.startsWith('- [')).join('\n');
    };
    return `# Customer Device API

> A read-only REST API to the managed Android devices of one enterprise: device state, data usage and screen time per app and day, installed apps, and locations.

The base address is ${publicUrl}. Every request is a GET with two headers: \`Authorization: Bearer <API_KEY>\` and \`x-enterprise-id: <ENTERPRISE_ID>\`. A response is a complete JSON array or object. \`fields=a,b\` selects fields, and \`format=csv\` returns an array in fewer bytes. An error is a problem document (RFC 9457). Its \`type\` is the address of a page with causes and fix. Every page below is Markdown. The same address without \`.md\` is HTML.

## Guides

${listOf('guides')}

## Reference

${listOf('reference')}
- [Errors](${publicUrl}/docs/errors.md): every error code with its causes, an example, and the fix.
- [OpenAPI document](${publicUrl}/docs/openapi.json): every operation, parameter, and field.

## Optional

- [Postman collection](${publicUrl}/docs/postman.json): a request for each operation.
- [Changelog](${publicUrl}/docs/${CHANGELOG}): the changes of each version.
`;
  }
}
