import { Table } from 'typeorm';
import { NULLABLE, PRIMARY, type ColumnBuilders } from './table-builders.js';

const ZERO = { default: 0 };
const EMPTY = { default: "''" };

export const serviceTables = (column: ColumnBuilders): Table[] => [
  ...keyTables(column),
  ...auditTables(column),
  ...portalTables(column),
  ...changeTables(column),
  ...removalTables(column),
];

function keyTables(column: ColumnBuilders): Table[] {
  return [
    new Table({
      name: 'api_keys',
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.varchar('id', 36, PRIMARY),
        column.varchar('application', 100),
        column.label('scopes'),
        column.varchar('key_hash', 64),
        column.varchar('key_hint', 32),
        column.integer('created_at'),
        column.integer('updated_at'),
        column.integer('last_used_at', NULLABLE),
        column.varchar('last_used_address', 64, NULLABLE),
        column.integer('expires_at', NULLABLE),
        column.varchar('allowed_networks', 2200, EMPTY),
        column.boolean('paused', ZERO),
        column.varchar('note', 500, EMPTY),
        column.varchar('old_key_hash', 64, NULLABLE),
        column.integer('old_key_until', NULLABLE),
        column.integer('old_key_last_used_at', NULLABLE),
        column.varchar('ended_key_hash', 64, NULLABLE),
      ],
      indices: [
        { name: 'api_keys_hash', columnNames: ['key_hash'], isUnique: true },
        { name: 'api_keys_application', columnNames: ['enterprise_key', 'application'], isUnique: true },
        { name: 'api_keys_old_hash', columnNames: ['old_key_hash'], isUnique: true },
        { name: 'api_keys_ended_hash', columnNames: ['ended_key_hash'], isUnique: true },
      ],
    }),
    new Table({
      name: 'key_activity',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.integer('hour', PRIMARY),
        column.varchar('api_key_id', 36, PRIMARY),
        column.varchar('scope', 64, PRIMARY),
        column.varchar('application', 100),
        column.integer('requests'),
        column.integer('errors'),
        column.integer('refused'),
        column.integer('records'),
        column.integer('bytes'),
        column.integer('feeds', ZERO),
      ],
    }),
    new Table({
      name: 'key_feeds',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.varchar('api_key_id', 36, PRIMARY),
        column.surrogate('kind', PRIMARY),
        column.integer('read_until', NULLABLE),
        column.integer('asked_at'),
      ],
    }),
    new Table({
      name: 'key_calls',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.varchar('api_key_id', 36, PRIMARY),
        column.integer('called_at', PRIMARY),
        column.varchar('id', 36, PRIMARY),
        column.varchar('request_id', 128),
        column.varchar('method', 32),
        column.varchar('route', 128),
        column.surrogate('status'),
        column.varchar('code', 64),
        column.varchar('key_state', 16, NULLABLE),
        column.varchar('network', 64),
        column.integer('milliseconds'),
      ],
      indices: [{ name: 'key_calls_request', columnNames: ['enterprise_key', 'request_id'] }],
    }),
    new Table({
      name: 'key_call_counts',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.varchar('api_key_id', 36, PRIMARY),
        column.integer('hour', PRIMARY),
        column.surrogate('status', PRIMARY),
        column.varchar('code', 64, PRIMARY),
        column.integer('calls'),
      ],
    }),
  ];
}

function auditTables(column: ColumnBuilders): Table[] {
  const indices = {
    audit_events_actor: ['actor'],
    audit_events_action: ['action'],
    audit_events_key: ['api_key_id'],
    audit_events_at: ['at'],
    audit_events_application: ['application', 'api_key_id'],
    audit_events_actor_action: ['actor', 'action'],
    audit_events_key_action: ['api_key_id', 'action'],
    audit_events_key_actor: ['api_key_id', 'actor'],
  };
  return [
    new Table({
      name: 'audit_events',
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.integer('sequence', PRIMARY),
        column.integer('at'),
        column.label('actor'),
        column.varchar('action', 64),
        column.varchar('api_key_id', 64),
        column.label('application'),
        column.text('details'),
        column.varchar('address', 64),
        column.varchar('request_id', 128),
        column.varchar('hash', 64),
      ],
      indices: Object.entries(indices).map(([name, columns]) => ({
        name,
        columnNames: ['enterprise_key', ...columns, 'sequence'],
      })),
    }),
    new Table({
      name: 'audit_heads',
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.integer('sequence'),
        column.varchar('hash', 64),
        column.varchar('seal', 64, EMPTY),
      ],
    }),
    new Table({
      name: 'pepper_record',
      columns: [
        column.surrogate('id', PRIMARY),
        column.varchar('check_value', 64),
        column.text('earlier_seals'),
      ],
    }),
  ];
}

function portalTables(column: ColumnBuilders): Table[] {
  return [
    new Table({
      name: 'administrators',
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.varchar('id', 36, PRIMARY),
        column.id('email'),
        column.label('name'),
        column.varchar('role', 16),
        column.label('password_hash'),
        column.integer('created_at'),
        column.integer('updated_at'),
        column.integer('last_sign_in_at', NULLABLE),
        column.varchar('link_hash', 64, NULLABLE),
        column.integer('link_expires_at', NULLABLE),
        column.varchar('totp_secret', 128, EMPTY),
        column.varchar('new_totp_secret', 128, EMPTY),
        column.integer('totp_step', ZERO),
        column.label('recovery_codes', EMPTY),
      ],
      indices: [
        { name: 'administrators_email', columnNames: ['email'], isUnique: true },
        { name: 'administrators_link', columnNames: ['link_hash'], isUnique: true },
      ],
    }),
    new Table({
      name: 'portal_sessions',
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.varchar('token_hash', 64, PRIMARY),
        column.id('email'),
        column.label('name'),
        column.varchar('role', 16),
        column.integer('created_at'),
        column.integer('last_used_at'),
        column.integer('expires_at'),
        column.varchar('address', 64, EMPTY),
      ],
      indices: [{ name: 'portal_sessions_token', columnNames: ['token_hash'], isUnique: true }],
    }),
  ];
}

function changeTables(column: ColumnBuilders): Table[] {
  return [
    new Table({
      name: 'changes',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.surrogate('kind', PRIMARY),
        column.integer('change_number', PRIMARY),
        column.surrogate('part', PRIMARY),
        column.integer('bits'),
        column.integer('recorded_at'),
        column.surrogate('records'),
        column.surrogate('removed'),
        column.text('ids'),
      ],
    }),
    new Table({
      name: 'removals',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.surrogate('kind', PRIMARY),
        column.integer('id', PRIMARY),
        column.surrogate('device_key'),
        column.integer('change_number'),
      ],
      indices: [{ name: 'removals_change', columnNames: ['enterprise_key', 'kind', 'change_number'] }],
    }),
    new Table({
      name: 'change_floors',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.surrogate('kind', PRIMARY),
        column.integer('change_number'),
        column.integer('raised_at'),
      ],
    }),
  ];
}

function removalTables(column: ColumnBuilders): Table[] {
  return [
    new Table({
      name: 'erased_devices',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.surrogate('device_key', PRIMARY),
        column.id('id'),
        column.integer('change_number'),
      ],
      indices: [{ name: 'erased_devices_change', columnNames: ['enterprise_key', 'change_number'] }],
    }),
    new Table({
      name: 'erasures',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.surrogate('device_key', PRIMARY),
        column.varchar('id', 64),
        column.id('enterprise_id'),
        column.text('removed'),
      ],
    }),
    new Table({
      name: 'daily_runs',
      withoutRowid: true,
      columns: [
        column.varchar('name', 64, PRIMARY),
        column.varchar('holder', 64),
        column.integer('held_until'),
        column.integer('begun_at'),
        column.integer('done_at'),
      ],
    }),
    new Table({
      name: 'untold_removals',
      withoutRowid: true,
      columns: [
        column.surrogate('enterprise_key', PRIMARY),
        column.integer('datausage'),
        column.integer('screentime'),
        column.integer('locations'),
      ],
    }),
  ];
}
