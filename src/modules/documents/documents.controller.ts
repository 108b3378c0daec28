import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/decorators.js';
import { CONFIG, type Config } from '../../config/config.js';
import { notFound } from '../../http/api-error.js';
import { Documents, type Audience } from './documents.js';
import { asset, page, PAGE_POLICY } from './swagger-ui.js';

/** The two documents, each as a page, as JSON and as YAML. */
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
    response.type('html').send(page(audienceOf(request), this.config.basePath));
  }

  @Get(':file')
  async file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = this.documents.files(audienceOf(request)).get(name) ?? asset(name);
    if (!file) throw notFound();
    await file.send(request, response);
  }
}

function audienceOf({ path }: Request): Audience {
  return path.startsWith('/internal/') ? 'internal' : 'customer';
}
