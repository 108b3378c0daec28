import type { Problem } from '../api/problem.js';
import type { Session } from '../api/records.js';

/** Pages wait so long for the one they belong to: long enough for a meal, and no key stays overnight. */
const WAIT_MS = 60 * 60_000;

/** The pages of a session that has ended: out of sight until the same person signs in again. */
export interface WaitingPages {
  session: Session;
  until: number;
  /** True if the pages have unsaved data. */
  isUnsaved: boolean;
}

export type Reason = 'never' | 'expired' | 'signed-out' | 'password-set';

export type SessionState =
  | { is: 'unknown' }
  | { is: 'failed'; problem: Problem }
  | { is: 'absent'; because: Reason; waiting?: WaitingPages }
  | { is: 'present'; session: Session };

/** A refused call ends a session that was there; one that asks for the first time merely has none. */
export function afterRefusal(before: SessionState, isUnsaved: boolean): SessionState {
  if (before.is === 'absent') return before;
  if (before.is !== 'present') return { is: 'absent', because: 'never' };
  const waiting = { session: before.session, until: Date.now() + WAIT_MS, isUnsaved };
  return { is: 'absent', because: 'expired', waiting };
}

/** Without the pages that have waited long enough. */
export function withoutOldPages(before: SessionState): SessionState {
  if (before.is !== 'absent' || !before.waiting || Date.now() < before.waiting.until) return before;
  return { is: 'absent', because: before.because };
}

/** The user of the pages, visible or hidden. */
export function ownerOf(state: SessionState): Session | undefined {
  if (state.is === 'present') return state.session;
  return state.is === 'absent' ? state.waiting?.session : undefined;
}

/** Identifies a user, enterprise and role. Only the same combination gets hidden pages back. */
export const personOf = ({ enterprise_id: enterprise, email, role }: Session): string =>
  JSON.stringify([enterprise, email, role]);
