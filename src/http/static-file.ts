import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptedEncoding, type EncodingName } from './accepted-encoding.js';

const COMPRESSIBLE = /^(text|application)\/|svg/;
const ALWAYS_ASKED_FOR = 'private, no-cache';

const ENCODERS: Readonly<Record<EncodingName, (content: Buffer) => Promise<Buffer>>> = {
  // 11 takes ten times as long for a tenth, and the first request waits for it
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** A file in memory. Each of its encodings is compressed once, however many requests come at a time. */
export class StaticFile {
  private readonly encoded = new Map<EncodingName, Promise<Buffer>>();
  private readonly isCompressible: boolean;
  private readonly tag: string;

  constructor(
    private readonly type: string,
    private readonly content: Buffer,
    private readonly cacheControl = ALWAYS_ASKED_FOR,
  ) {
    this.isCompressible = COMPRESSIBLE.test(type);
    // weak: one for all encodings
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
    const encoding = this.isCompressible ? acceptedEncoding(request) : undefined;
    const bytes = encoding ? await this.compressed(encoding) : this.content;
    response.setHeader('Content-Type', this.type);
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
