import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { notFound } from '../../http/api-error.js';
import { PortalFiles, type Encoding, type PortalFile } from './portal-files.js';

const YEAR_SECONDS = 31_536_000;
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
    const file = name === 'index.html' ? undefined : this.files.find(name);
    if (file) await sendFile(file, request, response);
    else if (path[0] === 'api' || path[0] === 'assets') throw notFound();
    else this.sendPage(response);
  }

  private sendPage(response: Response): void {
    const page = this.files.find('index.html');
    if (!page) throw notFound();
    const nonce = randomBytes(16).toString('base64');
    const head = `<head><base href="${this.config.basePath}/portal/"><meta property="csp-nonce" nonce="${nonce}">`;
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce));
    response.setHeader('Cache-Control', 'private, no-cache');
    response.type('html').send(page.text.replace('<head>', () => head));
  }
}

async function sendFile(file: PortalFile, request: Request, response: Response): Promise<void> {
  const encoding = file.isCompressible
    ? ((request.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding)
    : 'identity';
  const bytes = await file.bytes(encoding);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader(
    'Cache-Control',
    file.isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'private, no-cache',
  );
  response.setHeader('Content-Type', file.type);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  request.context.bytes = bytes.length;
  response.end(bytes);
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
