import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, peppersOf, type Config } from '../../config/config.js';
import { BoundCookie } from '../../auth/secure-cookie.js';
import { Sealing } from '../../auth/crypto.js';
import { AdministratorsService } from './administrators.service.js';

const LASTS_MS = 180 * 24 * 3_600_000;
const NAME_CHARACTERS = 16;

/**
 * Knows the browsers in which an administrator has signed in with the password (OWASP's device cookies, decision 0018). The
 * cookie holds a random id, its end and a seal over both, the e-mail address and the password's stored form. It opens nothing, and
 * another password ends it.
 */
@Injectable()
export class KnownBrowsers {
  private readonly sealing: Sealing;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly administrators: AdministratorsService,
  ) {
    this.sealing = new Sealing(peppersOf(config)[0], 'known browsers');
  }

  /** The id of the browser, if this administrator has signed in there before. */
  async find(request: Request, email: string): Promise<string | undefined> {
    const cookie = this.cookieOf(email).read(request);
    if (cookie === undefined) return undefined;
    const [id = '', until = '', seal = ''] = cookie.split('.');
    const content = await this.contentOf(id, until, email);
    return this.sealing.isSealOf(content, seal) && Number(until) > Date.now() ? id : undefined;
  }

  /** The administrator has just signed in. A browser keeps its id, and with it its budget. */
  async remember(request: Request, response: Response, email: string): Promise<void> {
    const id = (await this.find(request, email)) ?? randomBytes(16).toString('base64url');
    const until = String(Date.now() + LASTS_MS);
    const seal = this.sealing.seal(await this.contentOf(id, until, email));
    this.cookieOf(email).set(request, response, `${id}.${until}.${seal}`, LASTS_MS);
  }

  private async contentOf(id: string, until: string, email: string): Promise<string> {
    const passwordHash = (await this.administrators.find(email))?.passwordHash ?? '';
    return `${id}.${until}.${email} ${passwordHash}`;
  }

  /** One for each administrator: several may share a browser. */
  private cookieOf(email: string): BoundCookie {
    const name = `portal_browser_${this.sealing.derive('name', email).slice(0, NAME_CHARACTERS)}`;
    return new BoundCookie(name, '/portal/api/session', this.config);
  }
}
