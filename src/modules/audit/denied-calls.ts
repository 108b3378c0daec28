import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { namedEnterprise } from '../../http/request/credentials.js';
import { callerOf, type Caller } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import type { ApiError } from '../../http/errors/api-error.js';
import { clientAddress } from '../../http/request/client-address.js';
import type { ErrorListener } from '../../http/errors/problem-filter.js';
import { LOGGER } from '../../logging/logger.js';
import { routeOf } from '../../logging/request-fields.js';
import { Counter } from '../../rate-limits/counter.js';
import { networkOf } from '../../rate-limits/network.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { AuditService, type AuditEntry } from './audit.service.js';
import { RepeatedDenials } from './repeated-denials.js';

const ADMIN_PATHS = '/internal/v1/';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Of requests that do not even say what they want. */
const NO_SUCH_CALL = new Set(['not_found', 'method_not_allowed']);
/** What strangers may write into the trails: enough to be seen, too little to fill the table. */
const PER_ADDRESS = { limit: 30, seconds: 60 };
const PER_ENTERPRISE = { limit: 100, seconds: 3600 };

/**
 * Puts refused administrators' calls into the audit trail: every refused change of somebody who proved to be an administrator, many in
 * a minute counted together, and what strangers try on an enterprise, as far as that does not flood it. The log has all of them.
 */
@Injectable()
export class DeniedCalls implements ErrorListener, BeforeApplicationShutdown {
  readonly ofTheKnown = new RepeatedDenials((caller, entry) => this.write(caller, entry));
  private readonly ofAddress = new Counter('refused calls of an address', PER_ADDRESS, undefined);
  private readonly onEnterprise = new Counter('refused calls on an enterprise', PER_ENTERPRISE, undefined);
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly trail: AuditService,
    private readonly enterprises: EnterprisesService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async note(error: ApiError, request: Request): Promise<void> {
    if (!request.path.startsWith(ADMIN_PATHS)) return;
    const { enterprise, actor } = request.context;
    if (!enterprise || actor === undefined) {
      // the answer does not wait: the time it takes would tell which enterprises there are
      const before = this.writing;
      this.writing = this.noteStranger(error, request, before).then(() => before);
    } else if (!READS.has(request.method) && !NO_SUCH_CALL.has(error.code))
      await this.ofTheKnown.note(callerOf(request, enterprise.key, actor), describe(request, error));
  }

  /** Before the database closes. */
  beforeApplicationShutdown(): Promise<void> {
    return this.ofTheKnown.end();
  }

  /** Resolves when what was refused so far is in the trail. */
  settled(): Promise<void> {
    return this.writing;
  }

  /** Writes only after the ones before, so that the trail has them in the order in which they came. */
  private async noteStranger(error: ApiError, request: Request, before: Promise<void>): Promise<void> {
    try {
      const isRefused = error.status === 401 || error.status === 403 || !READS.has(request.method);
      if (!isRefused || error.status === 429 || NO_SUCH_CALL.has(error.code)) return;
      if (await this.isTooMuch(this.ofAddress, networkOf(clientAddress(request)))) return;
      const enterpriseKey = await this.findNamed(request);
      if (enterpriseKey === undefined || (await this.isTooMuch(this.onEnterprise, String(enterpriseKey))))
        return;
      await before;
      const actor = request.context.actor ?? 'unauthenticated';
      await this.write(callerOf(request, enterpriseKey, actor), describe(request, error));
    } catch (failure) {
      this.complain(failure, request.context.requestId);
    }
  }

  private async isTooMuch(counter: Counter, key: string): Promise<boolean> {
    return this.config.rateLimit !== 'off' && (await counter.add(key)).exceeded;
  }

  private async findNamed(request: Request): Promise<number | undefined> {
    if (!request.headers['x-enterprise-id']) return undefined;
    for (const id of namedEnterprise(request)) {
      const found = await this.enterprises.find(id);
      if (found) return found.key;
    }
    return undefined;
  }

  private async write(caller: Caller, entry: AuditEntry): Promise<void> {
    await this.trail
      .recorded(caller, () => Promise.resolve({ result: undefined, entry }))
      .catch((failure: unknown) => this.complain(failure, caller.requestId));
  }

  private complain(failure: unknown, requestId: string): void {
    this.logger.warn(
      { request_id: requestId, err: failure },
      'a refused call could not be written into the audit trail',
    );
  }
}

function describe(request: Request, { status, code }: ApiError): AuditEntry {
  const id = (request.params as Readonly<Record<string, unknown>> | undefined)?.id;
  return {
    action: 'call.refused',
    apiKeyId: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : '',
    details: { method: request.method, route: routeOf(request), status, code },
  };
}
