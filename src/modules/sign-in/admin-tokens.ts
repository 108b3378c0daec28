import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/config.js';
import { FailedAuthentication } from '../../rate-limits/failed-authentication.js';
import { ApiError, invalidAdminToken, missingAdminToken } from '../../http/api-error.js';
import { clientAddress } from '../../http/client-address.js';
import { bearerToken, namedEnterprise } from '../../auth/credentials.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';

/** The tokens of the operator's configuration: those of administrators open every enterprise, that of metrics none. */
@Injectable()
export class AdminTokens {
  private readonly adminTokens: readonly Buffer[];
  private readonly metricsTokens: readonly Buffer[];

  constructor(
    @Inject(CONFIG) { adminTokens, metricsToken }: Config,
    private readonly enterprises: EnterprisesService,
    private readonly failures: FailedAuthentication,
  ) {
    this.adminTokens = adminTokens.map(digest);
    this.metricsTokens = metricsToken === undefined ? [] : [digest(metricsToken)];
  }

  /** Lets an administrator act for the enterprise that the request names. */
  async check(request: Request): Promise<void> {
    await this.checkToken(request, this.adminTokens);
    for (const id of namedEnterprise(request)) request.context.enterprise ??= await this.enterprises.find(id);
    if (!request.context.enterprise) throw new ApiError('enterprise_not_found');
  }

  /** For what the operator's monitoring reads, for no enterprise. */
  async checkOperator(request: Request): Promise<void> {
    await this.checkToken(request, [...this.adminTokens, ...this.metricsTokens]);
  }

  private async checkToken(request: Request, tokens: readonly Buffer[]): Promise<void> {
    const given = digest(bearerToken(request, missingAdminToken));
    const isAmong = isOneOf(tokens, given);
    const found = await this.failures.attempt(clientAddress(request), given.toString('hex'), () =>
      Promise.resolve(isAmong || undefined),
    );
    if (!found) throw invalidAdminToken();
    request.context.actor = 'admin-token';
  }
}

/** Compares with all of them, so that the time tells nothing of which it is like. */
function isOneOf(tokens: readonly Buffer[], given: Buffer): boolean {
  return tokens.filter((token) => timingSafeEqual(token, given)).length > 0;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
