import type { DatabaseConfig } from '../../../src/config/config.js';

export type EngineName = DatabaseConfig['engine'];

export let engine: EngineName;

/** Sets the engine before each test file, because a worker loads modules once for all files. */
export function useEngine(name: EngineName): void {
  engine = name;
}
