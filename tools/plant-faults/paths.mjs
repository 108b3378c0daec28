/** The folders whose statements the drawn faults change: the modules, authentication, and where rows become bytes. */
export const RANDOM_FAULT_FOLDERS = ['src/modules', 'src/auth', 'src/streaming'];

/** The files that the named faults change. */
export const FILES = {
  adminGuard: 'src/modules/sign-in/admin.guard.ts',
  apiKeyAuth: 'src/modules/api-keys/api-key-auth.service.ts',
  apiKeyGuard: 'src/modules/api-keys/api-key.guard.ts',
  csv: 'src/streaming/formats/csv.ts',
  days: 'src/time/days.ts',
  deviceFields: 'src/modules/devices/device.dto.ts',
  deviceQueries: 'src/modules/devices/devices.repository.ts',
  feed: 'src/modules/change-feed/change-feed.service.ts',
  problems: 'src/http/problem.filter.ts',
  rateLimits: 'src/rate-limits/rate-limits.ts',
};

/** The folders of tests to run first for a source folder. The longest source folder that contains the file counts. */
const TESTS_OF = {
  src: ['test/api/'],
  'src/streaming': ['test/formats/', 'test/streams/'],
  'src/http': ['test/formats/', 'test/streams/'],
  'src/modules/activity': ['test/audit/'],
  'src/modules/api-keys': ['test/api/', 'test/limits/', 'test/sync/'],
  'src/modules/audit': ['test/audit/'],
  'src/modules/portal-data': ['test/portal-api/'],
  'src/modules/demo': ['test/portal-api/', 'test/process/'],
  'src/modules/devices': ['test/api/', 'test/formats/'],
  'src/modules/documents': ['test/guides/', 'test/contract/'],
  'src/modules/enterprise-settings': ['test/portal-api/'],
  'src/modules/enterprises': ['test/portal-api/'],
  'src/modules/erasure': ['test/erasure/'],
  'src/modules/importer': ['test/importer/'],
  'src/modules/mcp': ['test/mcp/'],
  'src/modules/operations': ['test/metrics/', 'test/process/', 'test/importer/figures'],
  'src/modules/portal-page': ['test/portal-api/'],
  'src/modules/retention': ['test/retention/', 'test/importer/'],
  'src/modules/sign-in': ['test/portal-api/', 'test/rotation/'],
  'src/modules/change-feed': ['test/sync/'],
  'src/modules/records': ['test/api/', 'test/sync/'],
  'src/modules/summaries': ['test/api/', 'test/repositories/'],
  'src/rate-limits': ['test/limits/'],
  'src/time': ['test/formats/'],
};

/** Returns path patterns of the related tests: the unit tests next to the file, then the folders of its feature. */
export function testsOf(file) {
  const folders = Object.keys(TESTS_OF).filter((folder) => file.startsWith(`${folder}/`));
  const longest = folders.toSorted((a, b) => b.length - a.length)[0];
  return [file.slice(0, file.lastIndexOf('/') + 1), ...TESTS_OF[longest]];
}
