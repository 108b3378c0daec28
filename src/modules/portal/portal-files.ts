import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';

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
/** What gets smaller; pictures and fonts are compressed already. */
const COMPRESSIBLE = /^(text|application)\/|svg/;
/** The build puts a hash of the content into the name of all that lies there. */
const HASHED = 'assets/';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file of the built portal, each of its encodings made once. */
export class PortalFile {
  readonly isHashed: boolean;
  readonly isCompressible: boolean;
  readonly type: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    name: string,
    private readonly content: Buffer,
  ) {
    this.isHashed = name.startsWith(HASHED);
    this.type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.isCompressible = COMPRESSIBLE.test(this.type);
  }

  get text(): string {
    return this.content.toString('utf8');
  }

  bytes(encoding: Encoding): Promise<Buffer> {
    let bytes = this.encoded.get(encoding);
    if (!bytes) this.encoded.set(encoding, (bytes = encode(this.content, encoding)));
    return bytes;
  }
}

/** The built portal, read once. Only what the build made can be asked for: a path is looked up, never opened. */
@Injectable()
export class PortalFiles {
  private files: ReadonlyMap<string, PortalFile> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  find(name: string): PortalFile | undefined {
    return (this.files ??= readFiles(this.config.portalFolder)).get(name);
  }
}

function readFiles(folder: string): Map<string, PortalFile> {
  const names = listFiles(folder).map((name) => name.split(sep).join('/'));
  return new Map(names.map((name) => [name, new PortalFile(name, readFileSync(join(folder, name)))]));
}

/** Empty where the portal was not built. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      // one below the best, which takes several times as long for a hundredth
      return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
    case 'gzip':
      return promisify(gzip)(content, { level: 9 });
    case 'identity':
      return Promise.resolve(content);
  }
}
