import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { Documents, type Audience } from './documents.js';
import { SECTIONS } from './page.js';
import { LLMS, Pages, SEARCH_INDEX } from './pages.js';

const ON_EVERY_PAGE = "base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
/** Allows no external and no inline sources. */
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ${ON_EVERY_PAGE}`;
const PAGE_PATHS = [
  ...SECTIONS.flatMap((section) => [`docs/${section}`, `docs/${section}.md`]),
  'docs/:section/:name',
  `docs/${SEARCH_INDEX}`,
  LLMS,
];

@ApiExcludeController()
@Public()
@Controller(['docs', 'internal/docs'])
export class DocumentsController {
  constructor(
    private readonly documents: Documents,
    private readonly pages: Pages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.type('html').send(swaggerPage(audienceOf(request), this.config.basePath));
  }

  @Get(':file')
  async file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = await this.documents.file(audienceOf(request), name);
    if (!file) return sendNotFound(this.pages, request, response);
    await file.send(request, response);
  }
}

const audienceOf = ({ path }: Request): Audience => (path.startsWith('/internal/') ? 'internal' : 'customer');

function swaggerPage(audience: Audience, basePath: string): string {
  const isInternal = audience === 'internal';
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Customer Device API${isInternal ? ': internal routes' : ''}</title>
    <base href="${basePath}${isInternal ? '/internal' : ''}/docs/">
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

@ApiExcludeController()
@Public()
@Controller()
export class PagesController {
  constructor(private readonly pages: Pages) {}

  @Get(PAGE_PATHS)
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const file = await this.pages.find(request.path.replaceAll(/^\/(?:docs\/)?|\/$/g, ''));
    if (!file) return sendNotFound(this.pages, request, response);
    await file.send(request, response, PAGE_POLICY);
  }
}

/** Browsers get the page about the error, programs the error. */
async function sendNotFound(pages: Pages, request: Request, response: Response): Promise<void> {
  if (response.writableEnded) return; // load shedding has responded
  response.vary('Accept');
  const isBrowser = request.accepts(['json', 'html']) === 'html';
  const page = isBrowser && (await pages.find('errors/not_found'));
  if (!page) throw new ApiError('not_found');
  await page.send(request, response.status(404), PAGE_POLICY);
}

@ApiExcludeController()
@Public()
@Controller()
export class RootController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  get(@Req() request: Request, @Res() response: Response): void {
    const { basePath, publicUrl } = this.config;
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') {
      response.redirect(`${basePath}/portal`);
      return;
    }
    response.json({
      name: 'Customer Device API',
      documentation: `${publicUrl}/docs`,
      openapi: `${publicUrl}/docs/openapi.json`,
      portal: `${publicUrl}/portal`,
    });
  }
}
