import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { stringify } from 'yaml';
import { Public } from '../auth/access.js';
import { CONFIG, type Config } from '../config/config.js';
import { notFound } from '../http/api-error.js';
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
  customerFile(@Param('file') file: string, @Res() response: Response): void {
    this.sendFile(response, 'customer', file);
  }

  @Get('internal/docs/:file')
  internalFile(@Param('file') file: string, @Res() response: Response): void {
    this.sendFile(response, 'internal', file);
  }

  private sendPage(response: Response, title: string, folder: string): void {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.type('html').send(page(title, this.config.basePath, folder));
  }

  private sendFile(response: Response, audience: Audience, file: string): void {
    if (file === 'openapi.json') {
      response.type('json').send(JSON.stringify(this.documents.get(audience), undefined, 2));
    } else if (file === 'openapi.yaml') {
      response.type('application/yaml').send(stringify(this.documents.get(audience)));
    } else {
      const found = asset(file);
      if (!found) throw notFound();
      response.type(found.type).send(found.content);
    }
  }
}
