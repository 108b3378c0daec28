/** Everything that the trail can say was done. Who shows the trail has a name for each. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.updated',
  'api_key.regenerated',
  'api_key.deleted',
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_out.succeeded',
  'administrator.added',
  'administrator.removed',
  'administrator.password_set',
  'call.refused',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How what was tried ended. */
export const OUTCOMES = ['done', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const REFUSED: readonly string[] = ['sign_in.failed', 'call.refused'] satisfies AuditAction[];

export const outcomeOf = (action: string): Outcome => (REFUSED.includes(action) ? 'refused' : 'done');

/** Everything that the details of an event can tell. */
export const AUDIT_DETAILS = [
  'method',
  'role',
  'email',
  'name',
  'scopes',
  'previous_scopes',
  'previous_application',
  'key_hint',
  'previous_key_hint',
  'route',
  'status',
  'code',
  'calls',
] as const;

export type AuditDetails = Readonly<Partial<Record<(typeof AUDIT_DETAILS)[number], unknown>>>;
