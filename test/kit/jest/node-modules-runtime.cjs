// Test files, the service and every package are loaded by Node itself, once for each worker; jest brings describe, it and expect.
// jest's own loader evaluates some 2,000 modules again for each file, which took half of the time of the suite. Nothing here
// mocks a module, so that this isolation protected nothing. With --coverage jest loads them, since only then it can count.
const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

// expect.any(String) is asked for the constructors of the tests, and expect itself has those of its own realm.
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
    delete load.cache[from]; // the same file may run on another engine, or again
    return load(from);
  }
};
