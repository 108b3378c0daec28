import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { notFound } from '../../http/errors/api-error.js';
import type { StaticFile } from '../../http/response/static-file.js';
import { Documents, type Audience } from './documents.js';
import { asset, page, PAGE_POLICY } from './swagger-ui.js';

/** The two documents, each as a page, as JSON and as YAML. */
@ApiExcludeController()
@Public()
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('docs')
  customerPage(@Res() response: Response): void {
    this.sendPage(response, 'Customer Device API', '/docs/');
  }

  @Get('internal/docs')
  internalPage(@Res() response: Response): void {
    this.sendPage(response, 'Customer Device API: internal routes', '/internal/docs/');
  }

  @Get('docs/:file')
  customerFile(
    @Param('file') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.file('customer', name).send(request, response);
  }

  @Get('internal/docs/:file')
  internalFile(
    @Param('file') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.file('internal', name).send(request, response);
  }

  private sendPage(response: Response, title: string, folder: string): void {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.type('html').send(page(title, this.config.basePath, folder));
  }

  private file(audience: Audience, name: string): StaticFile {
    if (name === 'openapi.json') return this.documents.json(audience);
    if (name === 'openapi.yaml') return this.documents.yaml(audience);
    const file = asset(name);
    if (!file) throw notFound();
    return file;
  }
}
