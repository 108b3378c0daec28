import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { callerOf, type Caller, namedEnterprise } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { BatchedWrites } from '../../database/batched-writes.js';
import { ofExistingEnterprises } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import type { ApiError } from '../../http/api-error.js';
import { clientAddress, networkOf } from '../../http/request-context.js';
import type { ErrorListener } from '../../http/problem.filter.js';
import { LOGGER } from '../../observability/logger.js';
import { routeOf } from '../../observability/request-log.js';
import { Counter } from '../../rate-limits/counter.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { AuditService, type AuditEntry } from './audit.service.js';

const ADMIN_PATHS = '/internal/v1/';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const UNKNOWN_ROUTES = new Set(['not_found', 'method_not_allowed']);
/** Limits the events that callers without access can add. */
const PER_ADDRESS = { limit: 30, seconds: 60 };
const PER_ENTERPRISE = { limit: 100, seconds: 3600 };
/** Up to this number of refused calls per administrator and minute have their own event. */
export const EVENTS_PER_MINUTE = 30;
const PER_ACTOR = { limit: EVENTS_PER_MINUTE, seconds: 60 };

interface RepeatedCall extends Caller {
  readonly entry: AuditEntry;
  readonly calls: number;
}

/**
 * Records refused calls to internal routes: every refused change of an administrator, and attempts of other callers up
 * to a rate. After 30 calls in a minute, an administrator's calls are counted by route and reason.
 */
@Injectable()
export class DeniedCalls extends BatchedWrites<RepeatedCall> implements ErrorListener {
  private readonly ofActor = new Counter('refused calls of a user', PER_ACTOR, undefined);
  private readonly ofAddress = new Counter('refused calls of an address', PER_ADDRESS, undefined);
  private readonly onEnterprise = new Counter('refused calls on an enterprise', PER_ENTERPRISE, undefined);
  private attempts: Promise<void> = Promise.resolve();

  constructor(
    private readonly audit: AuditService,
    private readonly enterprises: EnterprisesService,
    @Inject(CONFIG) private readonly config: Config,
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('repeated refused calls', transactions, logger);
  }

  async note(error: ApiError, request: Request): Promise<void> {
    if (!request.path.startsWith(ADMIN_PATHS) || UNKNOWN_ROUTES.has(error.code)) return;
    const { enterprise, actor, requestId } = request.context;
    const isRead = READS.has(request.method);
    const entry = entryOf(request, error);
    const warn = (failure: unknown): void =>
      this.logger.warn({ request_id: requestId, err: failure }, 'refused call not written to the audit log');
    if (enterprise && actor !== undefined) {
      const caller = callerOf(request, enterprise.key, actor);
      if (!isRead) await this.noteAdministrator(caller, entry).catch(warn);
      return;
    }
    const isAttempt = !isRead || error.status === 401 || error.status === 403;
    if (!isAttempt || error.status === 429) return;
    if (await this.isTooMuch(this.ofAddress, networkOf(clientAddress(request)))) return;
    // the response does not wait, because its time would reveal which enterprises exist
    this.attempts = this.attempts.then(() => this.writeAttempt(request, entry)).catch(warn);
  }

  /** Resolves when the attempts of callers without access are in the audit log. */
  settled(): Promise<void> {
    return this.attempts;
  }

  protected override merge(earlier: RepeatedCall, later: RepeatedCall): RepeatedCall {
    return { ...later, calls: earlier.calls + later.calls };
  }

  protected async store(manager: EntityManager, repeated: readonly RepeatedCall[]): Promise<void> {
    for (const { entry, calls, ...caller } of await ofExistingEnterprises(manager, repeated)) {
      const details = { ...entry.details, calls };
      await this.audit.add(manager, caller, { ...entry, apiKeyId: '', details });
    }
  }

  private async noteAdministrator(caller: Caller, entry: AuditEntry): Promise<void> {
    const name = `${caller.enterpriseKey} ${caller.actor}`;
    const { exceeded } = await this.ofActor.add(name);
    if (exceeded) this.gather(`${name} ${JSON.stringify(entry.details)}`, { ...caller, entry, calls: 1 });
    else await this.writeEvent(caller, entry);
  }

  private async writeAttempt(request: Request, entry: AuditEntry): Promise<void> {
    const enterpriseKey = await this.findNamed(request);
    if (enterpriseKey === undefined || (await this.isTooMuch(this.onEnterprise, String(enterpriseKey))))
      return;
    const actor = request.context.actor ?? 'unauthenticated';
    await this.writeEvent(callerOf(request, enterpriseKey, actor), entry);
  }

  private writeEvent(caller: Caller, entry: AuditEntry): Promise<void> {
    return this.audit.recorded(caller, () => Promise.resolve({ result: undefined, entry }));
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
}

function entryOf(request: Request, { status, code }: ApiError): AuditEntry {
  const id = (request.params as Readonly<Record<string, unknown>> | undefined)?.id;
  return {
    action: 'call.refused',
    apiKeyId: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : '',
    details: { method: request.method, route: routeOf(request), status, code },
  };
}
