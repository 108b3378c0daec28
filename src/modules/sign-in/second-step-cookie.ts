import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Sealing } from '../../auth/crypto.js';
import { CONFIG, peppersOf, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { BoundCookie } from '../../auth/secure-cookie.js';
import type { Administrator } from './administrator.entity.js';
import { AdministratorsService } from './administrators.service.js';

/** Long enough to take out the telephone, or to install an app on it. */
const LASTS_MS = 10 * 60_000;

/**
 * Remembers between the two steps of a sign-in whose password was right, so that any instance can take the second. The cookie holds
 * the e-mail address, its end and a seal over both and the password's stored form: it opens nothing but the second step, and
 * nothing at all once the password has changed.
 */
@Injectable()
export class SecondStepCookie {
  private readonly sealing: Sealing;
  private readonly cookie: BoundCookie;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly administrators: AdministratorsService,
  ) {
    this.sealing = new Sealing(peppersOf(config)[0], 'second step');
    this.cookie = new BoundCookie('portal_second_step', '/portal/api/session', config);
  }

  set(request: Request, response: Response, person: Administrator): void {
    const content = `${Buffer.from(person.email).toString('base64url')}.${Date.now() + LASTS_MS}`;
    const seal = this.sealing.seal(sealed(content, person));
    this.cookie.set(request, response, `${content}.${seal}`, LASTS_MS);
  }

  /** Whose password was right. */
  async require(request: Request): Promise<Administrator> {
    const [email = '', until = '', seal = ''] = this.cookie.read(request)?.split('.') ?? [];
    const person = await this.administrators.find(Buffer.from(email, 'base64url').toString());
    const content = `${email}.${until}`;
    const isOurs = person && this.sealing.isSealOf(sealed(content, person), seal);
    if (!isOurs || Number(until) <= Date.now()) throw new ApiError('sign_in_expired');
    return person;
  }

  clear(request: Request, response: Response): void {
    this.cookie.clear(request, response);
  }
}

const sealed = (content: string, { passwordHash }: Administrator): string => `${content} ${passwordHash}`;
