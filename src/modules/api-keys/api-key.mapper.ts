import { isDeepStrictEqual } from 'node:util';
import { joinScopes, splitScopes, type Scope } from '../../auth/scopes.js';
import type { AuditEntry } from '../audit/audit.service.js';
import type { ApiKey } from './api-key.entities.js';
import { joinNetworks, splitNetworks } from './networks.js';

/** What an administrator wants of an entry: what is left out stays as it is, or as it is at first. */
export interface WantedKey {
  readonly application: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: string | null;
  readonly allowed_networks?: readonly string[];
  readonly paused?: boolean;
  readonly note?: string;
}

/** The members of an entry that administrators decide on, apart from its end. */
type Decided = Pick<ApiKey, 'application' | 'scopes' | 'allowedNetworks' | 'paused' | 'note'>;

export function decided(wanted: Partial<WantedKey>, standing: Decided): Decided {
  return {
    application: wanted.application ?? standing.application,
    scopes: wanted.scopes ? joinScopes(wanted.scopes) : standing.scopes,
    allowedNetworks: wanted.allowed_networks
      ? joinNetworks(wanted.allowed_networks)
      : standing.allowedNetworks,
    paused: wanted.paused ?? standing.paused,
    note: wanted.note ?? standing.note,
  };
}

/** What a new entry has where nothing else is wanted. */
export const AT_FIRST: Decided = {
  application: '',
  scopes: '',
  allowedNetworks: '',
  paused: false,
  note: '',
};

export function describe(
  action: AuditEntry['action'],
  { id, application }: ApiKey,
  details: AuditEntry['details'],
): AuditEntry {
  return { action, apiKeyId: id, application, details };
}

/** What the trail says of an entry. */
const told = (entry: ApiKey) => ({
  scopes: splitScopes(entry.scopes),
  expires_at: entry.expiresAt === null ? null : new Date(entry.expiresAt).toISOString(),
  allowed_networks: splitNetworks(entry.allowedNetworks),
  paused: entry.paused,
  note: entry.note,
});

/** What it says of one where it says something else of the other. */
function toldOtherwise(entry: ApiKey, other: ApiKey): [name: string, value: unknown][] {
  const ofOther: Record<string, unknown> = told(other);
  return Object.entries(told(entry)).filter(([name, value]) => !isDeepStrictEqual(value, ofOther[name]));
}

/** What a new entry was made with. */
export const beginnings = (entry: ApiKey): AuditEntry['details'] =>
  Object.fromEntries(toldOtherwise(entry, { ...entry, ...AT_FIRST, expiresAt: null }));

/** What changed from one state of an entry to the next; no members where nothing did. */
export function differences(before: ApiKey, after: ApiKey): AuditEntry['details'] {
  const previous = toldOtherwise(before, after)
    .filter(([name]) => name !== 'paused')
    .map(([name, value]) => [`previous_${name}`, value] as const);
  return {
    ...(before.application !== after.application && { previous_application: before.application }),
    ...Object.fromEntries<unknown>([...toldOtherwise(after, before), ...previous]),
  };
}
