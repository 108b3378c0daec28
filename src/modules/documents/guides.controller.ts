import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/decorators.js';
import { notFound } from '../../http/api-error.js';
import { GUIDE_POLICY, Guides } from './guides.js';

@ApiExcludeController()
@Public()
@Controller('docs/guides')
export class GuidesController {
  constructor(private readonly guides: Guides) {}

  @Get(['', ':name'])
  get(
    @Param('name') name: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const page = this.guides.find(name);
    if (!page) throw notFound();
    response.setHeader('Content-Security-Policy', GUIDE_POLICY);
    return page.send(request, response);
  }
}
