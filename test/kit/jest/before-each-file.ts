import { useEngine, type EngineName } from '../database/engine.js';

declare global {
  var TEST_ENGINE: EngineName;
}

useEngine(globalThis.TEST_ENGINE);
// Retries once on a shared machine. The end of the run lists each retry, and a real defect fails twice.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
