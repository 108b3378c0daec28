// jest runs what `nest build --path tsconfig.test.json` compiled: the decorators' metadata is there, nothing is
// transformed but packages that are ES modules, and the source maps lead stack traces and coverage back to the .ts files.
const project = {
  testEnvironment: 'node',
  globals: { TEST_ENGINE: 'sqlite' },
  roots: ['<rootDir>/dist-test'],
  transform: { '/node_modules/(hyparquet|marked)': '<rootDir>/test/kit/jest/commonjs.cjs' },
  transformIgnorePatterns: ['/node_modules/(?!hyparquet|marked)', '/dist-test/'],
  setupFilesAfterEnv: ['<rootDir>/dist-test/test/kit/jest/before-each-file.js'],
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

/** What asks the database nothing that engines answer differently: documents, counters in memory, refusals before any query. */
const OF_NO_ENGINE = ['browser', 'contract', 'limits', 'overload'];

const onEngine = (engine) => ({
  ...project,
  displayName: engine,
  testMatch: ['<rootDir>/dist-test/test/**/*.e2e-spec.js'],
  testPathIgnorePatterns: ['portal', ...(engine === 'sqlite' ? [] : OF_NO_ENGINE)].map(
    (folder) => `/dist-test/test/${folder}/`,
  ),
  globals: { TEST_ENGINE: engine },
});

module.exports = {
  reporters: ['default', '<rootDir>/test/kit/jest/time-reporter.cjs'],
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB', // what a worker has loaded stays, and collecting garbage around it costs three times what a fresh one does
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
    onEngine('sqlite'),
    // test/run.ts finds or starts the server and passes its address
    ...(process.env.TEST_MYSQL_URL ? [onEngine('mysql')] : []),
    // and the browser
    ...(process.env.CHROMIUM ? [inBrowser] : []),
  ],
};
