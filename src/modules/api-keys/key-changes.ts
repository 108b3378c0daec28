import { joinScopes, splitScopes, type Scope } from '../../auth/keys/scopes.js';
import type { AuditEntry } from '../audit/trail/audit-trail.service.js';
import type { ApiKey } from './api-key.entity.js';
import { joinNetworks, splitNetworks } from './networks/allowed-networks.js';

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

/** What the trail says of each member, and of what it was before. */
const TOLD = {
  scopes: ({ scopes }: ApiKey): unknown => splitScopes(scopes),
  expires_at: ({ expiresAt }: ApiKey): unknown =>
    expiresAt === null ? null : new Date(expiresAt).toISOString(),
  allowed_networks: ({ allowedNetworks }: ApiKey): unknown => splitNetworks(allowedNetworks),
  paused: ({ paused }: ApiKey): unknown => paused,
  note: ({ note }: ApiKey): unknown => note,
} as const;

type Told = keyof typeof TOLD;
const TOLD_NAMES = Object.keys(TOLD) as Told[];

/** What a new entry was made with. */
export function beginnings(entry: ApiKey): AuditEntry['details'] {
  const blank: ApiKey = { ...entry, ...AT_FIRST, expiresAt: null };
  return Object.fromEntries(
    TOLD_NAMES.filter((name) => differs(name, blank, entry)).map((name) => [name, TOLD[name](entry)]),
  );
}

/** What changed from one state of an entry to the next; no members where nothing did. */
export function differences(before: ApiKey, after: ApiKey): AuditEntry['details'] {
  const changed = TOLD_NAMES.filter((name) => differs(name, before, after));
  const now = changed.map((name) => [name, TOLD[name](after)] as const);
  const then = changed
    .filter((name) => name !== 'paused')
    .map((name) => [`previous_${name}`, TOLD[name](before)] as const);
  return {
    ...(before.application !== after.application && { previous_application: before.application }),
    ...Object.fromEntries<unknown>([...now, ...then]),
  };
}

const differs = (name: Told, one: ApiKey, other: ApiKey): boolean =>
  JSON.stringify(TOLD[name](one)) !== JSON.stringify(TOLD[name](other));
