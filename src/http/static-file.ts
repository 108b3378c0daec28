import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { acceptedEncoding, ENCODINGS, type EncodingName } from './compression.js';

const COMPRESSED_TYPES = /png|ico|woff2/;

/** The first request waits for the compression. Level 9 of br takes four times as long and saves up to 7 %. */
const LEVEL = 5;

/** The build adds this to the names of compressed copies. */
export const COMPRESSED = '.br';

export function readCompressed(path: string): Buffer | undefined {
  return existsSync(path + COMPRESSED) ? readFileSync(path + COMPRESSED) : undefined;
}

/** Compresses the content once per encoding. Concurrent requests share the result. */
export class StaticFile {
  private readonly encoded = new Map<EncodingName, Promise<Buffer>>();
  private readonly tag: string;

  constructor(
    private readonly type: string,
    private readonly content: Buffer,
    private readonly cacheControl = 'private, no-cache',
    br?: Buffer,
  ) {
    if (br) this.encoded.set('br', Promise.resolve(br));
    // weak, because all encodings share it
    this.tag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  }

  async send(request: Request, response: Response, contentSecurityPolicy?: string): Promise<void> {
    const encoding = COMPRESSED_TYPES.test(this.type) ? undefined : acceptedEncoding(request);
    const bytes = encoding ? await this.compressed(encoding) : this.content;
    if (response.writableEnded) return; // load shedding has responded
    if (contentSecurityPolicy !== undefined)
      response.setHeader('Content-Security-Policy', contentSecurityPolicy);
    response.vary('Accept-Encoding');
    response.setHeader('Cache-Control', this.cacheControl);
    response.setHeader('ETag', this.tag);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    response.type(this.type);
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', bytes.length);
    request.context.bytes = bytes.length;
    response.end(bytes);
  }

  private compressed(encoding: EncodingName): Promise<Buffer> {
    let bytes = this.encoded.get(encoding);
    if (!bytes) this.encoded.set(encoding, (bytes = ENCODINGS[encoding].whole(this.content, LEVEL)));
    return bytes;
  }
}
