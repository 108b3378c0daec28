import type { Fault } from './ordeal.js';

const DEAD_MS = 8_000;
const FROZEN_MS = 20_000;

/** What is lost: a database, or something else that runs. */
interface Part {
  kill(): Promise<unknown>;
  start(): unknown;
  freeze(): void;
  thaw(): void;
}

interface How extends Partial<Fault> {
  readonly deadMs?: number;
  /** For how long requests may find the service unavailable; none at all at 0. */
  readonly killedForMs: number;
  readonly frozenForMs: number;
  /** Waits until all is as before. */
  readonly whole?: () => Promise<void>;
}

/** A part is killed and started, and then one is frozen and thawed. Each is found when it is its turn. */
export const lossesOf = (
  name: string,
  find: () => Part | Promise<Part>,
  { deadMs = DEAD_MS, killedForMs, frozenForMs, whole, ...more }: How,
): (() => Promise<Fault>)[] => [
  async () => {
    const part = await find();
    return {
      name: `${name} killed`,
      begin: () => part.kill(),
      lastsMs: deadMs,
      end: async () => {
        await part.start();
        await whole?.();
      },
      refusedForMs: killedForMs,
      ...more,
    };
  },
  async () => {
    const part = await find();
    return {
      name: `${name} frozen`,
      begin: () => part.freeze(),
      lastsMs: FROZEN_MS,
      end: () => {
        part.thaw();
        return whole?.();
      },
      refusedForMs: frozenForMs,
      ...more,
    };
  },
];
