import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_FOLDER } from '../../config/load-config.js';
import { CHANGES } from '../../openapi/document-text.js';
import { StaticFile } from '../../http/static-file.js';
import type { Audience } from './documents.js';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
/** The package itself would load the page's program: a fifth of what a start takes. */
const THEIRS = dirname(require.resolve('swagger-ui-dist/package.json'));
/** The build puts our part of the page there. */
const OURS = join(PROJECT_FOLDER, 'dist/portal/documents');

/** The files that a page needs, by the name under which they are served. */
const FILES: Readonly<Record<string, { type: string; folder: string }>> = {
  'swagger-ui.css': { type: CSS, folder: THEIRS },
  'swagger-ui-bundle.js': { type: JAVASCRIPT, folder: THEIRS },
  'favicon-32x32.png': { type: 'image/png', folder: THEIRS },
  'page.css': { type: CSS, folder: OURS },
  'page.js': { type: JAVASCRIPT, folder: OURS },
  'guide.css': { type: CSS, folder: OURS },
  [CHANGES]: { type: 'text/plain; charset=utf-8', folder: PROJECT_FOLDER },
};

const made = new Map<string, StaticFile>();

export function asset(name: string): StaticFile | undefined {
  const known = made.get(name);
  if (known) return known;
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) return undefined;
  const asset = new StaticFile(file.type, readFileSync(join(file.folder, name)));
  made.set(name, asset);
  return asset;
}

/** What each page is called, and where it and its assets are. */
const PAGES: Readonly<Record<Audience, { title: string; folder: string }>> = {
  customer: { title: 'Customer Device API', folder: '/docs/' },
  internal: { title: 'Customer Device API: internal routes', folder: '/internal/docs/' },
};

/** The page. `basePath` is where the service is served. */
export function page(audience: Audience, basePath: string): string {
  const { title, folder } = PAGES[audience];
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <base href="${basePath}${folder}">
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="stylesheet" href="page.css">
    <link rel="icon" type="image/png" href="favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui" data-base-path="${basePath}"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script type="module" src="page.js"></script>
  </body>
</html>
`;
}

/** Nothing from elsewhere and nothing inline; requests go to the service itself. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
