import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const PAGE = 'index.html';
/** The build puts a hash of the content into the name of all that lies there. */
const HASHED = 'assets/';
const FOR_A_YEAR = 'public, max-age=31536000, immutable';

interface Built {
  /** The one page; absent where the portal was not built. */
  readonly page: string | undefined;
  readonly files: ReadonlyMap<string, StaticFile>;
}

/** The built portal, read once. Only what the build made can be asked for: a path is looked up, never opened. */
@Injectable()
export class PortalFiles {
  private built: Built | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get page(): string | undefined {
    return this.read().page;
  }

  /** Any of them but the page. */
  find(name: string): StaticFile | undefined {
    return this.read().files.get(name);
  }

  private read(): Built {
    return (this.built ??= readBuilt(this.config.portalFolder));
  }
}

function readBuilt(folder: string): Built {
  const names = listFiles(folder).map((name) => name.split(sep).join('/'));
  const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const page = contents.get(PAGE)?.toString('utf8');
  contents.delete(PAGE);
  return {
    page,
    files: new Map([...contents].map(([name, content]) => [name, staticFile(name, content)])),
  };
}

function staticFile(name: string, content: Buffer): StaticFile {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return new StaticFile(type, content, name.startsWith(HASHED) ? FOR_A_YEAR : undefined);
}

/** Empty where the portal was not built. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
