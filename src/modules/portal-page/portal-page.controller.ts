import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { notFound } from '../../http/errors/api-error.js';
import { PortalFiles } from './portal-files.js';

/** Serves the portal: its files, and its one page under every other path, for links that lead inside it. */
@ApiExcludeController()
@Public()
@Controller('portal')
export class PortalPageController {
  constructor(
    private readonly files: PortalFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  page(@Res() response: Response): void {
    this.sendPage(response);
  }

  @Get('*path')
  async file(
    @Param('path') path: readonly string[],
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const name = path.join('/');
    const file = this.files.find(name);
    if (file) await file.send(request, response);
    else if (path[0] === 'api' || path[0] === 'assets') throw notFound();
    else this.sendPage(response);
  }

  private sendPage(response: Response): void {
    const { page } = this.files;
    if (page === undefined) throw notFound();
    const nonce = randomBytes(16).toString('base64');
    const head = `<head><base href="${this.config.basePath}/portal/"><meta property="csp-nonce" nonce="${nonce}">`;
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce));
    response.setHeader('Cache-Control', 'private, no-cache');
    response.type('html').send(page.replace('<head>', () => head));
  }
}

/**
 * Nothing from elsewhere and nothing inline. The component library makes one style element of its own, which the nonce
 * lets in.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
