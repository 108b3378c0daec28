import type { KeyCallCount } from './key-call-count.entity.js';
import type { KeyCall } from './key-call.entity.js';

/** So many calls of each key are kept: the last ones. */
export const MOST_OF_A_KEY = 200;
/** And of all keys so many wait to be written. */
const MOST = 2_000;
/** Keys that may be unknown: any number of them can be made up. */
const MOST_UNKNOWN = 200;
const HOUR_MS = 3_600_000;

export type Call = Omit<KeyCall, 'enterpriseKey' | 'apiKeyId' | 'keyState'>;
export type CallCount = Omit<KeyCallCount, 'enterpriseKey' | 'apiKeyId'>;

/** An entry, or a key that was refused before anybody knew whose it is: by what its entry may be stored under. */
export type CalledWith =
  { readonly enterpriseKey: number; readonly apiKeyId: string } | { readonly hashes: readonly string[] };

/** How one call ended. */
export interface Ended {
  readonly at: number;
  readonly status: number;
  readonly code: string;
}

/** What one key has called. */
export class CallsOfKey {
  readonly counts = new Map<string, CallCount>();
  readonly calls: Call[] = [];

  constructor(readonly key: CalledWith) {}

  count({ at, status, code }: Ended, calls = 1): void {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    const name = `${hour} ${status} ${code}`;
    const known = this.counts.get(name);
    if (known) known.calls += calls;
    else this.counts.set(name, { hour, status, code, calls });
  }

  /** Puts what was gathered before in front, as far as there is room. */
  join({ counts, calls }: CallsOfKey, room: number): void {
    for (const { hour, calls: times, ...ended } of counts.values()) this.count({ at: hour, ...ended }, times);
    const kept = Math.min(room, MOST_OF_A_KEY - this.calls.length);
    this.calls.unshift(...calls.slice(Math.max(0, calls.length - kept)));
  }
}

/**
 * Calls that wait to be written: no more than fit into a bounded memory and short transactions. The others are only counted, and those
 * with ever more unknown keys not even that.
 */
export class GatheredCalls {
  private keys = new Map<string, CallsOfKey>();
  private waiting = 0;
  private unknown = 0;
  /** Calls that are counted and no more, since the last time that they were taken. */
  private passedOver = 0;

  /** The call is made only where there is room for it. */
  add(key: CalledWith, ended: Ended, call?: () => Call): void {
    const found = this.of(key);
    if (!found) {
      this.passedOver++;
      return;
    }
    found.count(ended);
    if (!call) return;
    if (found.calls.length === MOST_OF_A_KEY) found.calls.shift();
    else if (this.waiting >= MOST) {
      this.passedOver++;
      return;
    } else this.waiting++;
    found.calls.push(call());
  }

  /** Everything, to be written. */
  take(): { readonly taken: readonly CallsOfKey[]; readonly passedOver: number } {
    const { keys, passedOver } = this;
    this.keys = new Map();
    this.waiting = this.unknown = this.passedOver = 0;
    return { taken: [...keys.values()], passedOver };
  }

  putBack(taken: readonly CallsOfKey[]): void {
    for (const earlier of taken) {
      const found = this.of(earlier.key);
      if (!found) continue;
      const before = found.calls.length;
      found.join(earlier, MOST - this.waiting);
      this.waiting += found.calls.length - before;
    }
  }

  private of(key: CalledWith): CallsOfKey | undefined {
    const isUnknown = 'hashes' in key;
    const name = isUnknown ? (key.hashes[0] ?? '') : key.apiKeyId;
    const found = this.keys.get(name);
    if (found) return found;
    if (isUnknown && this.unknown === MOST_UNKNOWN) return undefined;
    if (isUnknown) this.unknown++;
    const made = new CallsOfKey(key);
    this.keys.set(name, made);
    return made;
  }
}
