// jest runs what `nest build --path tsconfig.test.json` compiled: the decorators' metadata is there, nothing is
// transformed, and the source maps lead stack traces and coverage back to the .ts files.
const project = {
  testEnvironment: 'node',
  roots: ['<rootDir>/dist-test'],
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/dist-test/test/support/second-try.js'],
};

// The portal in a real browser, on the running service
const inBrowser = {
  ...project,
  displayName: 'browser',
  testMatch: ['<rootDir>/dist-test/test/portal/**/*.e2e-spec.js'],
};

const onEngine = (engine) => ({
  ...project,
  displayName: engine,
  testMatch: ['<rootDir>/dist-test/test/**/*.e2e-spec.js'],
  testPathIgnorePatterns: ['/dist-test/test/portal/'],
  globals: { TEST_ENGINE: engine },
});

module.exports = {
  maxWorkers: 2,
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
      testMatch: ['<rootDir>/dist-test/{src,demo,portal/src}/**/*.spec.js'],
    },
    onEngine('sqlite'),
    // test/run.ts finds or starts the server and passes its address
    ...(process.env.TEST_MYSQL_URL ? [onEngine('mysql')] : []),
    // and the browser
    ...(process.env.CHROMIUM ? [inBrowser] : []),
  ],
};
