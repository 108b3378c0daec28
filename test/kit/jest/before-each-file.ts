import { useEngine, type EngineName } from '../database/engine.js';

declare global {
  // set for each jest project, see jest.config.js
  var TEST_ENGINE: EngineName;
}

useEngine(globalThis.TEST_ENGINE);
// On a machine that others share, what fails for a moment gets a second try. It is counted and named at the end, and what is broken fails twice.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
