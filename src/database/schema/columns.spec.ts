import { snakeCase } from './columns.js';

it.each([
  ['id', 'id'],
  ['ID', 'id'],
  ['lastConnect', 'last_connect'],
  ['imsi1', 'imsi1'],
  ['wifiMacAddress', 'wifi_mac_address'],
  ['created_at', 'created_at'],
])('names %s %s in the database', (name, column) => {
  expect(snakeCase(name)).toBe(column);
});
