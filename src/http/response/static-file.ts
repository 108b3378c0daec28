import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** What gets smaller; pictures and fonts are compressed already. */
const COMPRESSIBLE = /^(text|application)\/|svg/;
const ALWAYS_ASKED_FOR = 'private, no-cache';

type Encoding = 'br' | 'gzip' | 'identity';

/** What is the same for everybody who asks. Its bytes and each of their encodings are made once, however many ask at a time. */
export class StaticFile {
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();
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
    const encoding = this.encodingFor(request);
    const bytes = await this.bytes(encoding);
    response.setHeader('Content-Type', this.type);
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', bytes.length);
    request.context.bytes = bytes.length;
    response.end(bytes);
  }

  private encodingFor(request: Request): Encoding {
    if (!this.isCompressible) return 'identity';
    return (request.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
  }

  private bytes(encoding: Encoding): Promise<Buffer> {
    let bytes = this.encoded.get(encoding);
    if (!bytes) this.encoded.set(encoding, (bytes = encode(this.content, encoding)));
    return bytes;
  }
}

function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      // the best takes ten times as long for a tenth, and the first who asks waits for it
      return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    case 'gzip':
      return promisify(gzip)(content, { level: 9 });
    case 'identity':
      return Promise.resolve(content);
  }
}
