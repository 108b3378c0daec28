import { Marked, type RendererObject, type Tokens } from 'marked';
import { anchorOf, SECTIONS, type Page, type Section } from './page.js';

const TITLES: Readonly<Record<Section, string>> = {
  guides: 'Guides',
  reference: 'Reference',
  errors: 'Errors',
};

export interface Site {
  /** The path of `/docs`, with `BASE_PATH`. */
  readonly folder: string;
  readonly searchIndex: string;
  /** Pages that every page of the section links to. */
  readonly siblings: readonly Page[];
  /** Returns the path below `/docs` that a link leads to, or undefined if the service does not serve it. */
  readonly targetOf: (href: string) => string | undefined;
}

export function htmlOf(page: Page, site: Site): string {
  const { section, path, title, text } = page;
  const { folder } = site;
  const link = (target: string, label: string): string =>
    `<a href="${folder}/${target}"${target === path ? ' aria-current="page"' : ''}>${label}</a>`;
  const sections = SECTIONS.map((each) => link(each, TITLES[each])).join('');
  const siblings = site.siblings.map((each) => link(each.path, each.title)).join('');
  const content = new Marked({ renderer: rendererOf(page, site) })
    .parse(text, { async: false })
    // lets keyboard users scroll long lines and wide tables
    .replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - Customer Device API</title>
    <link rel="stylesheet" href="${folder}/guide.css">
    <link rel="icon" type="image/png" href="${folder}/favicon-32x32.png">
    <link rel="alternate" type="text/markdown" href="${folder}/${path}.md">
    <script type="module" src="${folder}/guide.js"></script>
  </head>
  <body>
    <header data-search="${folder}/${site.searchIndex}">
      <nav aria-label="Documentation"><a href="${folder}">API reference</a>${sections}</nav>
      ${siblings && `<nav aria-label="${TITLES[section]}">${siblings}</nav>`}
    </header>
    <main>${content}</main>
    <footer><a href="${folder}/${path}.md">This page as Markdown</a></footer>
  </body>
</html>
`;
}

function rendererOf({ path }: Page, { folder, targetOf }: Site): RendererObject {
  return {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      const content = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${content}</h1>\n`;
      const id = anchorOf(text);
      return `<h${depth} id="${id}"><a href="${folder}/${path}#${id}">${content}</a></h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      const content = this.parser.parseInline(tokens);
      if (/^(?:https?:|\/)/.test(href))
        return `<a href="${href.replace(/^\/docs\b/, folder)}">${content}</a>`;
      const [file = '', anchor] = href.split('#', 2);
      const target = file === '' ? path : targetOf(file);
      if (target === undefined) return content;
      return `<a href="${folder}/${target}${anchor === undefined ? '' : `#${anchor}`}">${content}</a>`;
    },
  };
}
