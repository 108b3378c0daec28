// Loads test files, the service and all packages with Node instead of jest, once per worker. jest
// evaluates about 2,000 modules again for each file, which took half of the time of the suite. No
// test mocks a module, so the isolation is not needed. With --coverage, jest loads the modules,
// because it cannot count otherwise.
const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

// The constructors of the tests for expect.any(String), because expect has the constructors of
// another realm.
const constructors = {
  Array,
  BigInt,
  Boolean,
  Date,
  Error,
  Function,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
};

module.exports = class extends Runtime {
  requireModule(from, name, options, isActual) {
    const isWhole = name === undefined; // a test file, or a file of setupFilesAfterEnv
    if (!isWhole || options?.isInternalModule) return super.requireModule(from, name, options, isActual);
    Object.assign(this._environment.global, constructors);
    Object.assign(globalThis, this._config.globals, this.requireModuleOrMock(from, '@jest/globals'));
    const load = createRequire(from);
    delete load.cache[from]; // loads the file again for another engine
    return load(from);
  }
};
