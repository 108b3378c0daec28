// jest runs what `npm run build:test` compiled: the decorators' metadata is there, nothing is
// transformed but packages that are ES modules, and the source maps lead stack traces and coverage back to the .ts files.

// `npm test` runs the first tier, `npm run test:full` everything on both engines
const isFull = process.env.TEST_TIER === 'full';

/** Folders and files of test/ that run on both engines in the first tier: their queries, locks or errors differ between them. */
const BOTH_ENGINES = [
  'api',
  'audit',
  'backup',
  'contract/recorded',
  'erasure',
  'formats',
  'importer',
  'mcp',
  'nodes',
  'portal-api',
  'repositories',
  'retention',
  'rotation',
  'security',
  'streams',
  'sync',
];

/** Files of these folders whose service code does not depend on the engine. They run on SQLite only in the first tier. */
const ONE_ENGINE = [
  'audit/audit-commands',
  'erasure/erase-command',
  'formats/compression',
  'formats/negotiation',
  'importer/cli',
  'portal-api/admin-command',
  'portal-api/portal-page',
  'portal-api/single-sign-on',
  'security/erased-data',
  'streams/write-ahead-log',
];

/** Files of test/ that take minutes for one guarantee, or need what `npm run checks:install` installs. */
const SECOND_TIER = [
  'clients/histories',
  'clients/million-rows',
  'clients/package',
  'contract/portal-types',
  'contract/postman-import',
  'contract/recipes',
  'deploy/image',
  'deploy/kubernetes-schemas',
  'deploy/pair',
  'deploy/rolling-restart',
  'guides/code-blocks',
  'guides/generate-a-client',
  'mcp/first-client',
  'portal/accessibility',
  'portal/large',
  'portal/screenshots',
];

const path = (name) => `/dist-test/test/${name}[/.]`;

const project = {
  testEnvironment: 'node',
  globals: { TEST_ENGINE: 'sqlite' },
  roots: ['<rootDir>/dist-test'],
  transform: { '/node_modules/(hyparquet|marked)': '<rootDir>/test/kit/jest/commonjs.cjs' },
  transformIgnorePatterns: ['/node_modules/(?!hyparquet|marked)', '/dist-test/'],
  setupFilesAfterEnv: ['<rootDir>/dist-test/test/kit/jest/before-each-file.js'],
  testPathIgnorePatterns: isFull ? [] : SECOND_TIER.map(path),
  ...(process.argv.includes('--coverage')
    ? {}
    : { runtime: '<rootDir>/test/kit/jest/node-modules-runtime.cjs' }),
};

// The portal in a real browser, on the running service
const inBrowser = {
  ...project,
  displayName: 'browser',
  testMatch: ['<rootDir>/dist-test/test/portal/**/*.e2e-spec.js'],
};

const onEngine = (engine, folders, others = []) => ({
  ...project,
  displayName: engine,
  testMatch: folders.map((name) => `<rootDir>/dist-test/test/${name}{/**/*,}.e2e-spec.js`),
  testPathIgnorePatterns: [...project.testPathIgnorePatterns, ...['portal', ...others].map(path)],
  globals: { TEST_ENGINE: engine },
});

module.exports = {
  reporters: ['default', '<rootDir>/test/kit/jest/time-reporter.cjs'],
  maxWorkers: 2,
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 30_000,
  coverageProvider: 'v8', // 'babel' would report the .js files and count the decorators' helpers
  coverageDirectory: 'coverage',
  collectCoverageFrom: [
    'dist-test/{src,demo}/**/*.js',
    '!**/*.spec.js',
    '!dist-test/src/database/migrations/**',
  ],
  projects: [
    {
      ...project,
      displayName: 'unit',
      testMatch: ['<rootDir>/dist-test/{src,demo,portal/src,test}/**/*.spec.js'],
    },
    onEngine('sqlite', ['*']),
    // test/run.ts finds or starts the server and passes its address
    ...(process.env.TEST_MYSQL_URL
      ? [isFull ? onEngine('mysql', ['*']) : onEngine('mysql', BOTH_ENGINES, ONE_ENGINE)]
      : []),
    // and the browser
    ...(process.env.CHROMIUM ? [inBrowser] : []),
  ],
};
