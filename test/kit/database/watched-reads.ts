import { setTimeout as wait } from 'node:timers/promises';
import {
  ReplicaReader,
  DatabaseUnavailable,
  DatabaseReader,
  type Pace,
  type Query,
  type ReadConnection,
} from '../../../src/database/rows/reader.js';
import type { TestApp } from '../app/test-app.js';

const nextIteration = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The pace of a read whose client stays connected. */
export const steadyPace = (pause: () => Promise<void> = nextIteration): Pace => ({
  isLong: false,
  isGone: false,
  onGone: undefined,
  pause,
});

/** Replaces members of every connection that the service reads from. Returns an undo function. */
export function wrapReads(app: TestApp, wrap: (node: ReadConnection) => Partial<ReadConnection>): () => void {
  const wrapped = (node: ReadConnection): ReadConnection => ({
    rows: (query) => node.rows(query),
    stream: (...read) => node.stream(...read),
    ...wrap(node),
  });
  const restoreAll = [...new Set([app.nest.get(DatabaseReader), app.nest.get(ReplicaReader)])].map(
    (reader) => {
      const original = reader.withConnection.bind(reader);
      reader.withConnection = (work, mayRepeat) => original((node) => work(wrapped(node)), mayRepeat);
      return () => (reader.withConnection = original);
    },
  );
  return () => {
    for (const restore of restoreAll) restore();
  };
}

/** Records the statements of the service from now on, except lookups of keys. */
export function recordReads(app: TestApp): Query[] {
  const recorded: Query[] = [];
  const record = (query: Query): void => {
    if (!query.sql.includes('api_keys')) recorded.push(query);
  };
  wrapReads(app, (node) => ({
    rows: (query) => {
      record(query);
      return node.rows(query);
    },
    stream: (query, take, pace) => {
      record(query);
      return node.stream(query, take, pace);
    },
  }));
  return recorded;
}

/** Makes every stream fail before its first row. Returns an undo function. */
export const failReads = (app: TestApp, error: Error): (() => void) =>
  wrapReads(app, () => ({ stream: () => Promise.reject(error) }));

/**
 * Delays the end of every stream, so that its response begins before it is complete. With an error, the stream fails
 * after the client has received the head. Returns an undo function.
 */
export const slowReads = (app: TestApp, error?: Error): (() => void) =>
  wrapReads(app, (node) => ({
    stream: async (query, take, pace) => {
      await node.stream(query, take, pace);
      await wait(1_100);
      await pace.pause();
      if (!error) return;
      await wait(100);
      throw error;
    },
  }));

/** Fails every stream after this number of pauses, as if the database were down. Returns an undo function. */
export function failReadsAfterPauses(app: TestApp, pauses: number): () => void {
  return wrapReads(app, (node) => ({
    stream: (query, take, pace) => node.stream(query, take, failingAfter(pace, pauses)),
  }));
}

function failingAfter(pace: Pace, pauses: number): Pace {
  let pausesLeft = pauses;
  const pause = async (): Promise<void> => {
    if (pausesLeft-- <= 0) throw new DatabaseUnavailable('database_trouble');
    await pace.pause();
  };
  return new Proxy(pace, {
    get: (target, name) => (name === 'pause' ? pause : (Reflect.get(target, name) as unknown)),
  });
}
