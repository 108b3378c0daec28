import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptedEncoding, type EncodingName } from './accepted-encoding.js';

const COMPRESSED_TYPES = /png|ico|woff2/;
const REVALIDATE = 'private, no-cache';

const ENCODERS: Readonly<Record<EncodingName, (content: Buffer) => Promise<Buffer>>> = {
  // the first request waits for compression, and level 11 takes ten times as long to save a tenth
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** Compresses the content once per encoding. Concurrent requests share the result. */
export class StaticFile {
  private readonly encoded = new Map<EncodingName, Promise<Buffer>>();
  private readonly tag: string;

  constructor(
    private readonly type: string,
    private readonly content: Buffer,
    private readonly cacheControl = REVALIDATE,
  ) {
    // weak, because all encodings share it
    this.tag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  }

  async send(request: Request, response: Response): Promise<void> {
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', this.cacheControl);
    response.setHeader('ETag', this.tag);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const encoding = COMPRESSED_TYPES.test(this.type) ? undefined : acceptedEncoding(request);
    const bytes = encoding ? await this.compressed(encoding) : this.content;
    response.type(this.type);
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', bytes.length);
    request.context.bytes = bytes.length;
    response.end(bytes);
  }

  private compressed(encoding: EncodingName): Promise<Buffer> {
    let bytes = this.encoded.get(encoding);
    if (!bytes) this.encoded.set(encoding, (bytes = ENCODERS[encoding](this.content)));
    return bytes;
  }
}
