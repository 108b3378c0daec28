import type { Caller } from '../../auth/caller.js';
import type { AuditEntry } from './audit.service.js';

/** So many refused calls of one caller are events of their own, in each minute that begins with one. */
export const ONE_BY_ONE = 30;
const MINUTE_MS = 60_000;

/** Calls that were refused for the same reason. */
interface Alike {
  /** Who made the last of them. */
  caller: Caller;
  readonly entry: AuditEntry;
  calls: number;
}

interface Minute {
  events: number;
  /** One at a time: together they would keep changes waiting that are not refused. */
  writing: Promise<void>;
  readonly alike: Map<string, Alike>;
  readonly end: NodeJS.Timeout;
}

/**
 * Keeps a caller that is known and refused from filling the trail: the first calls of a minute are events, those after them are counted
 * together and become one event for each route and reason when it ends. There are few of either, so the events are bounded.
 */
export class RepeatedDenials {
  private readonly minutes = new Map<string, Minute>();

  /** `write` never fails. */
  constructor(private readonly write: (caller: Caller, entry: AuditEntry) => Promise<void>) {}

  /** Resolves when the call is in the trail, or counted. */
  async note(caller: Caller, entry: AuditEntry): Promise<void> {
    const minute = this.minuteOf(`${caller.enterpriseKey} ${caller.actor}`);
    if (minute.events < ONE_BY_ONE) {
      minute.events++;
      minute.writing = minute.writing.then(() => this.write(caller, entry));
      await minute.writing;
      return;
    }
    const id = JSON.stringify(entry.details);
    const known = minute.alike.get(id);
    if (!known) minute.alike.set(id, { caller, entry, calls: 1 });
    else Object.assign(known, { caller, calls: known.calls + 1 });
  }

  /** Ends every minute now. */
  async end(): Promise<void> {
    for (const who of [...this.minutes.keys()]) await this.endMinute(who);
  }

  private minuteOf(who: string): Minute {
    const found = this.minutes.get(who);
    if (found) return found;
    const end = setTimeout(() => void this.endMinute(who), MINUTE_MS).unref();
    const begun = { events: 0, writing: Promise.resolve(), alike: new Map<string, Alike>(), end };
    this.minutes.set(who, begun);
    return begun;
  }

  private async endMinute(who: string): Promise<void> {
    const minute = this.minutes.get(who);
    if (!minute) return;
    clearTimeout(minute.end);
    this.minutes.delete(who);
    await minute.writing;
    for (const { caller, entry, calls } of minute.alike.values())
      await this.write(caller, { ...entry, apiKeyId: '', details: { ...entry.details, calls } });
  }
}
