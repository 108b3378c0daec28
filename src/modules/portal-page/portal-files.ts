import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { StaticFile } from '../../http/static-file.js';

const PAGE = 'index.html';
/** The build adds a hash of the content to each name in this folder. */
const HASHED = 'assets/';
const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** Reads the files into memory at the first request. Request paths never reach the file system. */
@Injectable()
export class PortalFiles {
  private files: ReadonlyMap<string, StaticFile> | undefined;
  private html: string | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get page(): string | undefined {
    this.files ??= this.read();
    return this.html;
  }

  find(name: string): StaticFile | undefined {
    this.files ??= this.read();
    return this.files.get(name);
  }

  private read(): ReadonlyMap<string, StaticFile> {
    const { portalFolder } = this.config;
    const files = new Map<string, StaticFile>();
    if (!existsSync(portalFolder)) return files;
    for (const entry of readdirSync(portalFolder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const name = relative(portalFolder, path).split(sep).join('/');
      const content = readFileSync(path);
      if (name === PAGE) this.html = content.toString('utf8');
      else
        files.set(
          name,
          new StaticFile(extname(name), content, name.startsWith(HASHED) ? FOR_A_YEAR : undefined),
        );
    }
    return files;
  }
}
