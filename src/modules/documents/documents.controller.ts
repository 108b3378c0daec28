import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { notFound } from '../../http/api-error.js';
import { Documents, Guides, htmlPage, type Audience } from './documents.js';

const ON_EVERY_PAGE = "base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
/** Allows no external and no inline sources. */
const PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ${ON_EVERY_PAGE}`;
const GUIDE_POLICY = `default-src 'none'; style-src 'self'; img-src 'self'; ${ON_EVERY_PAGE}`;

@ApiExcludeController()
@Public()
@Controller(['docs', 'internal/docs'])
export class DocumentsController {
  constructor(
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.type('html').send(swaggerPage(audienceOf(request), this.config.basePath));
  }

  @Get(':file')
  async file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = this.documents.files(audienceOf(request)).get(name) ?? this.documents.asset(name);
    if (!file) throw notFound();
    await file.send(request, response);
  }
}

const audienceOf = ({ path }: Request): Audience => (path.startsWith('/internal/') ? 'internal' : 'customer');

function swaggerPage(audience: Audience, basePath: string): string {
  const isInternal = audience === 'internal';
  return htmlPage({
    title: `Customer Device API${isInternal ? ': internal routes' : ''}`,
    base: `${basePath}${isInternal ? '/internal' : ''}/docs/`,
    stylesheets: ['swagger-ui.css', 'page.css'],
    icon: 'favicon-32x32.png',
    body: `<div id="swagger-ui" data-base-path="${basePath}"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script type="module" src="page.js"></script>`,
  });
}

@ApiExcludeController()
@Public()
@Controller('docs/guides')
export class GuidesController {
  constructor(private readonly guides: Guides) {}

  @Get(['', ':name'])
  get(@Req() request: Request, @Res() response: Response, @Param('name') name?: string): Promise<void> {
    const page = this.guides.find(name);
    if (!page) throw notFound();
    response.setHeader('Content-Security-Policy', GUIDE_POLICY);
    return page.send(request, response);
  }
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
