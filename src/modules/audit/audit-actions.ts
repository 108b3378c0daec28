/** All actions. The portal has a label for each. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.updated',
  'api_key.regenerated',
  'api_key.old_key_ended',
  'api_key.deleted',
  'settings.updated',
  'retention.applied',
  'import.applied',
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_out.succeeded',
  'sign_out.everywhere',
  'administrator.added',
  'administrator.invited',
  'administrator.link_made',
  'administrator.renamed',
  'administrator.role_changed',
  'administrator.removed',
  'administrator.password_set',
  'administrator.second_factor_on',
  'administrator.second_factor_off',
  'administrator.second_factor_reset',
  'administrator.recovery_codes_made',
  'administrator.recovery_code_used',
  'device.erased',
  'enterprise.erased',
  'call.refused',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const OUTCOMES = ['done', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const REFUSED: readonly string[] = ['sign_in.failed', 'call.refused'] satisfies AuditAction[];

export const outcomeOf = (action: string): Outcome => (REFUSED.includes(action) ? 'refused' : 'done');

/** All members of `details`. The portal has a label for each. */
export const AUDIT_DETAILS = [
  'method',
  'role',
  'previous_role',
  'email',
  'name',
  'previous_name',
  'scopes',
  'previous_scopes',
  'previous_application',
  'expires_at',
  'previous_expires_at',
  'allowed_networks',
  'previous_allowed_networks',
  'paused',
  'note',
  'previous_note',
  'overlap_hours',
  'key_hint',
  'previous_key_hint',
  'retention_days',
  'previous_retention_days',
  'time_zone',
  'previous_time_zone',
  'second_factor_required',
  'recovery_codes_left',
  'kept_from',
  'datausage',
  'screentime',
  'locations',
  'route',
  'status',
  'code',
  'calls',
  'enterprise_id',
  'device_id',
  'devices',
  'applications',
  'api_keys',
  'administrators',
] as const;

export type AuditDetails = Readonly<Partial<Record<(typeof AUDIT_DETAILS)[number], unknown>>>;
