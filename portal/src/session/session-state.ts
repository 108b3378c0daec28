import type { Problem } from '../api/problem.js';
import type { Session } from '../api/records.js';

/** The time for which hidden pages wait for their user. It outlasts a meal, but no new key stays overnight. */
const WAIT_MS = 60 * 60_000;

/** The pages of an expired session, hidden until the same user signs in again. */
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

/** Returns the state after a 401. It ends a current session. Without one, the user has not signed in yet. */
export function afterRefusal(before: SessionState, isUnsaved: boolean): SessionState {
  if (before.is === 'absent') return before;
  if (before.is !== 'present') return { is: 'absent', because: 'never' };
  const waiting = { session: before.session, until: Date.now() + WAIT_MS, isUnsaved };
  return { is: 'absent', because: 'expired', waiting };
}

/** Removes hidden pages that have waited too long. */
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
