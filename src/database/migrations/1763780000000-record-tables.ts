import { Table, type TableColumnOptions } from 'typeorm';
import { NULLABLE, PRIMARY, type ColumnBuilders } from './table-builders.js';

export const recordTables = (column: ColumnBuilders): Table[] => [
  enterprises(column),
  devices(column),
  dataUsage(column),
  screenTime(column),
  applications(column),
  locations(column),
];

/** Last change that wrote the row (decision 0028). */
const changeNumber = (column: ColumnBuilders): TableColumnOptions =>
  column.integer('change_number', { default: 0 });

function enterprises(column: ColumnBuilders): Table {
  return new Table({
    name: 'enterprises',
    columns: [
      column.surrogate('key', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
      column.id('id'),
      column.label('name'),
      column.label('time_zone'),
      column.surrogate('last_device_key', { default: 0 }),
      changeNumber(column),
      column.surrogate('retention_days', NULLABLE),
      column.boolean('second_factor_required', { default: 0 }),
    ],
    indices: [{ name: 'enterprises_id', columnNames: ['id'], isUnique: true }],
  });
}

function devices(column: ColumnBuilders): Table {
  return new Table({
    name: 'devices',
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.id('id', PRIMARY),
      column.surrogate('device_key'),
      column.integer('created_at', NULLABLE),
      column.integer('updated_at', NULLABLE),
      column.integer('last_connect', NULLABLE),
      column.text('imei'),
      column.text('token'),
      column.text('policy_id'),
      column.text('play_emm_token'),
      column.text('fcm_token'),
      column.text('management_mode'),
      column.text('dpc_version'),
      column.integer('dpc_version_code', NULLABLE),
      column.text('status'),
      column.text('model'),
      column.text('brand'),
      column.text('android_version'),
      column.text('imsi1'),
      column.text('operator1'),
      column.integer('last_battery_update', NULLABLE),
      column.integer('remaining_battery', NULLABLE),
      column.text('battery_health'),
      column.integer('last_storage_update', NULLABLE),
      column.decimal('remaining_storage'),
      column.decimal('storage_capacity'),
      column.integer('last_location_update', NULLABLE),
      column.text('last_location', NULLABLE),
      column.text('manifest'),
      column.text('device_info'),
      column.text('wifi_mac_address'),
      column.text('policy_name'),
      changeNumber(column),
    ],
    indices: [{ name: 'devices_device_key', columnNames: ['enterprise_key', 'device_key'], isUnique: true }],
  });
}

function dataUsage(column: ColumnBuilders): Table {
  return new Table({
    name: 'data_usage',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('device_key', PRIMARY),
      column.integer('start_at', PRIMARY),
      column.integer('id', PRIMARY),
      column.integer('end_at', NULLABLE),
      column.integer('created_at', NULLABLE),
      column.label('package_name'),
      column.integer('mobile', NULLABLE),
      column.integer('wifi', NULLABLE),
      changeNumber(column),
    ],
    indices: [{ name: 'data_usage_id', columnNames: ['enterprise_key', 'id'], isUnique: true }],
  });
}

function screenTime(column: ColumnBuilders): Table {
  return new Table({
    name: 'screen_time',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('device_key', PRIMARY),
      column.integer('start_at', PRIMARY),
      column.integer('id', PRIMARY),
      column.integer('end_at', NULLABLE),
      column.integer('created_at', NULLABLE),
      column.label('package_name'),
      column.label('policy_name'),
      column.label('policy_id'),
      column.integer('screentime', NULLABLE),
      changeNumber(column),
    ],
    indices: [{ name: 'screen_time_id', columnNames: ['enterprise_key', 'id'], isUnique: true }],
  });
}

function applications(column: ColumnBuilders): Table {
  return new Table({
    name: 'applications',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('device_key', PRIMARY),
      column.integer('id', PRIMARY),
      column.integer('updated_at', NULLABLE),
      column.label('display_name'),
      column.boolean('has_launcher'),
      column.boolean('is_system'),
      column.label('package_name'),
      column.integer('version_code', NULLABLE),
      column.label('version_name'),
      changeNumber(column),
    ],
    indices: [{ name: 'applications_id', columnNames: ['enterprise_key', 'id'], isUnique: true }],
  });
}

function locations(column: ColumnBuilders): Table {
  return new Table({
    name: 'locations',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.integer('created_at', PRIMARY),
      column.integer('id', PRIMARY),
      column.surrogate('device_key'),
      column.label('imei'),
      column.decimal('accuracy'),
      column.decimal('altitude'),
      column.decimal('lat'),
      column.decimal('lng'),
      column.label('provider'),
      column.label('geofence_id'),
      column.boolean('inside_geofence'),
      column.boolean('using_mock_location'),
      changeNumber(column),
    ],
    indices: [
      { name: 'locations_id', columnNames: ['enterprise_key', 'id'], isUnique: true },
      { name: 'locations_device', columnNames: ['enterprise_key', 'device_key', 'created_at', 'id'] },
    ],
  });
}
