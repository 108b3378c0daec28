import type { DatabaseConfig } from '../../../src/config/config.js';

export type EngineName = DatabaseConfig['engine'];

export let engine: EngineName;

/** Sets the engine before each test file: modules are loaded once for all files of a worker. */
export function useEngine(name: EngineName): void {
  engine = name;
}
