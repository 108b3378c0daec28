import { useEngine, type EngineName } from '../database/engine.js';

declare global {
  var TEST_ENGINE: EngineName;
}

useEngine(globalThis.TEST_ENGINE);
// Retries once on a shared machine. The end of the run lists retries, and real defects fail twice.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
