import { randomBytes } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { CONFIG, type Config, type MapConfig } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { COMPRESSED, readCompressed, StaticFile } from '../../http/static-file.js';

/** The build adds a hash of the content to each name in this folder. */
const HASHED = 'assets/';

/** Serves the page under every unknown path, so that links to portal pages work. */
@ApiExcludeController()
@Public()
@Controller('portal')
export class PortalPageController {
  private read: ReturnType<typeof readBuild> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

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
    const file = this.build.files.get(name);
    if (file) {
      const policy = path[0] === 'workers' ? workerPolicy(this.config.map) : undefined;
      await file.send(request, response, policy);
    } else if (['api', 'assets', 'workers'].includes(path[0] ?? '')) throw new ApiError('not_found');
    else this.sendPage(response);
  }

  /** Reads all files into memory at the first request. No request path reaches the file system. */
  private get build(): ReturnType<typeof readBuild> {
    return (this.read ??= readBuild(this.config.portalFolder));
  }

  private sendPage(response: Response): void {
    const { page } = this.build;
    if (page === undefined) throw new ApiError('not_found');
    const nonce = randomBytes(16).toString('base64');
    const agents = this.config.mcp ? '' : '<meta name="agents" content="off">';
    const head = `<head><base href="${this.config.basePath}/portal/"><meta property="csp-nonce" nonce="${nonce}">${agents}`;
    response.setHeader('Content-Security-Policy', pagePolicy(nonce, this.config.map));
    response.setHeader('Cache-Control', 'private, no-cache');
    response.type('html').send(page.replace('<head>', () => head));
  }
}

function readBuild(folder: string) {
  const files = new Map<string, StaticFile>();
  let page: string | undefined;
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const isRead = (entry: Dirent): boolean => entry.isFile() && !entry.name.endsWith(COMPRESSED);
  for (const entry of entries.filter(isRead)) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    const content = readFileSync(path);
    const cacheControl = name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : undefined;
    if (name === 'index.html') page = content.toString('utf8');
    else files.set(name, new StaticFile(extname(name), content, cacheControl, readCompressed(path)));
  }
  return { page, files };
}

/** Allows external sources for maps only, and inline styles of the component library by nonce. */
function pagePolicy(nonce: string, map: MapConfig | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["connect-src 'self'", ...(map?.origins ?? [])].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Applies to the map worker. A worker has the policy of its own file, not that of the page. */
function workerPolicy(map: MapConfig | undefined): string {
  return `default-src 'none'; connect-src ${map?.origins.join(' ') ?? "'none'"}`;
}
