import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { type Caller, isChange, namedEnterprise, originOf } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import type { ApiError } from '../../http/api-error.js';
import type { ErrorListener } from '../../http/problem.filter.js';
import { clientAddress, networkOf } from '../../http/client-address.js';
import { LOGGER } from '../../observability/logger.js';
import { routeOf } from '../../http/middleware.js';
import { Counter } from '../../rate-limits/rate-limits.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { AuditService, type AuditEntry } from './audit.service.js';

/** Limits the events that callers without access can add. */
const PER_ADDRESS = { limit: 30, seconds: 60 };
const PER_ENTERPRISE = { limit: 100, seconds: 3600 };
/** Up to this number of refused calls per administrator and minute have their own event. */
export const EVENTS_PER_MINUTE = 30;

interface Minute {
  events: number;
  /** Runs one write at a time, because concurrent ones would delay other changes of the enterprise. */
  writing: Promise<void>;
  readonly repeated: Map<string, { caller: Caller; entry: AuditEntry; calls: number }>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Records refused calls to internal routes: every refused change of an administrator, and attempts of other callers up
 * to a rate. After 30 calls in a minute, an administrator's calls are one event per route and reason.
 */
@Injectable()
export class DeniedCalls implements ErrorListener, BeforeApplicationShutdown {
  private readonly minutes = new Map<string, Minute>();
  private readonly ofAddress = new Counter('refused calls of an address', PER_ADDRESS, undefined);
  private readonly onEnterprise = new Counter('refused calls on an enterprise', PER_ENTERPRISE, undefined);
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly audit: AuditService,
    private readonly enterprises: EnterprisesService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async note(error: ApiError, request: Request): Promise<void> {
    if (!request.path.startsWith('/internal/v1/')) return;
    if (['not_found', 'method_not_allowed'].includes(error.code)) return;
    const { enterprise, actor } = request.context;
    if (enterprise && actor !== undefined) {
      const caller = { enterpriseKey: enterprise.key, actor, ...originOf(request) };
      if (isChange(request)) await this.noteAdministrator(caller, entryOf(request, error));
    } else if (error.status === 401 || error.status === 403 || (isChange(request) && error.status !== 429)) {
      // the response does not wait, because its time would reveal which enterprises exist
      const before = this.writing;
      this.writing = this.noteAttempt(error, request, before).then(() => before);
    }
  }

  /** Resolves when the attempts of callers without access are in the audit log. */
  settled(): Promise<void> {
    return this.writing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const caller of [...this.minutes.keys()]) await this.endMinute(caller);
  }

  private async noteAdministrator(caller: Caller, entry: AuditEntry): Promise<void> {
    const minute = this.minuteOf(`${caller.enterpriseKey} ${caller.actor}`);
    if (minute.events++ < EVENTS_PER_MINUTE) {
      minute.writing = minute.writing.then(() => this.write(caller, entry));
      return minute.writing;
    }
    const id = JSON.stringify(entry.details);
    const calls = (minute.repeated.get(id)?.calls ?? 0) + 1;
    minute.repeated.set(id, { caller, entry, calls });
  }

  private minuteOf(caller: string): Minute {
    const found = this.minutes.get(caller);
    if (found) return found;
    const timer = setTimeout(() => void this.endMinute(caller), 60_000).unref();
    const minute: Minute = { events: 0, writing: Promise.resolve(), repeated: new Map(), timer };
    this.minutes.set(caller, minute);
    return minute;
  }

  private async endMinute(caller: string): Promise<void> {
    const minute = this.minutes.get(caller);
    if (!minute) return;
    clearTimeout(minute.timer);
    this.minutes.delete(caller);
    await minute.writing;
    for (const { caller: last, entry, calls } of minute.repeated.values())
      await this.write(last, { ...entry, apiKeyId: '', details: { ...entry.details, calls } });
  }

  /** Writes after `before`, so that events are in the order of the calls. */
  private async noteAttempt(error: ApiError, request: Request, before: Promise<void>): Promise<void> {
    try {
      if (await this.isTooMuch(this.ofAddress, networkOf(clientAddress(request)))) return;
      const key = await this.findNamed(request);
      if (key === undefined || (await this.isTooMuch(this.onEnterprise, String(key)))) return;
      await before;
      const { actor = 'unauthenticated' } = request.context;
      await this.write({ enterpriseKey: key, actor, ...originOf(request) }, entryOf(request, error));
    } catch (failure) {
      this.warn(failure, request.context.requestId);
    }
  }

  private async isTooMuch(counter: Counter, key: string): Promise<boolean> {
    return this.config.rateLimit !== 'off' && (await counter.add(key)).exceeded;
  }

  private async findNamed(request: Request): Promise<number | undefined> {
    if (!request.headers['x-enterprise-id']) return undefined;
    let key: number | undefined;
    for (const id of namedEnterprise(request)) key ??= await this.enterprises.findKey(id);
    return key;
  }

  private async write(caller: Caller, entry: AuditEntry): Promise<void> {
    await this.audit
      .record(caller, () => Promise.resolve(entry))
      .catch((failure: unknown) => this.warn(failure, caller.requestId));
  }

  private warn(failure: unknown, requestId: string): void {
    this.logger.warn({ request_id: requestId, err: failure }, 'refused call not written to the audit log');
  }
}

function entryOf(request: Request, { status, code }: ApiError): AuditEntry {
  const id = (request.params as Readonly<Record<string, unknown>> | undefined)?.id;
  // Excludes an API key in the path, which is longer than any identifier
  return {
    action: 'call.refused',
    apiKeyId: typeof id === 'string' && /^[\w-]{1,36}$/.test(id) ? id : '',
    details: { method: request.method, route: routeOf(request), status, code },
  };
}
