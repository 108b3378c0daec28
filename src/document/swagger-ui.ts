import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { absolutePath } from 'swagger-ui-dist';

/** The parts of Swagger UI that a page needs, by the name under which they are served. */
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const loaded = new Map<string, Buffer>();

export function asset(name: string): { type: string; content: Buffer } | undefined {
  if (name === 'page.js')
    return { type: 'text/javascript; charset=utf-8', content: Buffer.from(PAGE_SCRIPT) };
  if (!Object.hasOwn(ASSETS, name)) return undefined;
  let content = loaded.get(name);
  if (!content) loaded.set(name, (content = readFileSync(join(absolutePath(), name))));
  return { type: ASSETS[name as keyof typeof ASSETS], content };
}

/** The page. `basePath` is where the service is served, `folder` where the page and its assets are below it. */
export function page(title: string, basePath: string, folder: string): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <base href="${basePath}${folder}">
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="icon" type="image/png" href="favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui" data-base-path="${basePath}"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="page.js"></script>
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

/** Calls go to the address that the page was opened under, whichever of the service's names that is. */
const PAGE_SCRIPT = `'use strict';
(async () => {
  const { basePath } = document.querySelector('#swagger-ui').dataset;
  const spec = await (await fetch('openapi.json')).json();
  spec.servers = [{ url: location.origin + basePath }];
  SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
})();
`;
