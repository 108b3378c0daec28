import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Resource } from './client.js';
import { outcomeOf, type Problem } from './problem.js';

/** A value or an error. Both are undefined while the first request runs. */
export interface ResourceState<T> {
  value?: T;
  problem?: Problem;
  /** Reloads the resource. The current value remains until the response arrives. */
  reload: () => void;
}

/** Loads a resource. A new key starts a new request and discards late responses. */
export function useResource<T>(resource: Resource<T>): ResourceState<T> {
  const { key } = resource;
  const [loaded, setLoaded] = useState<{ key: string; value?: T; problem?: Problem }>();
  const [reloadCount, setReloadCount] = useState(0);
  const load = useEffectEvent((signal: AbortSignal) => outcomeOf(resource.load(signal)));

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void load(signal).then((outcome) => {
      if (!signal.aborted && !outcome.problem?.requiresSignIn) setLoaded({ key, ...outcome });
    });
    return () => controller.abort();
  }, [key, reloadCount]);

  const reload = useCallback(() => setReloadCount((last) => last + 1), []);
  const { value, problem } = loaded?.key === key ? loaded : {};
  return { value, problem, reload };
}

interface ActionState {
  isBusy: boolean;
  /** The error of the last run, until the next run starts. */
  problem: Problem | undefined;
  /** Returns true on success. Does nothing and returns true while the action runs. */
  run: () => Promise<boolean>;
  clearProblem: () => void;
}

/**
 * Runs an action of the user and keeps its error. Ignores the error of an expired session, because the sign-in page
 * appears. Discards every error while the page is hidden, so that the next user does not see it.
 */
export function useAction(action: () => Promise<unknown>): ActionState {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem>();
  useEffect(() => () => setFailure(undefined), []);
  const run = async () => {
    if (isBusy) return true;
    setBusy(true);
    setFailure(undefined);
    const { problem } = await outcomeOf(action());
    setBusy(false);
    setFailure(problem?.requiresSignIn ? undefined : problem);
    return problem === undefined;
  };
  return { isBusy, problem: failure, run, clearProblem: () => setFailure(undefined) };
}

/** The state of a task with its progress, result, or error. */
type LongTaskState<T> =
  { status: 'idle' } | { status: 'busy' | 'done'; progress: T } | { status: 'failed'; problem: Problem };

/** Runs a task of many requests, with progress and cancellation. */
export function useLongTask<T>(
  initialProgress: T,
  task: (signal: AbortSignal, onProgress: (progress: T) => void) => Promise<void>,
) {
  const [state, setState] = useState<LongTaskState<T>>({ status: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const stop = useCallback(() => {
    controller.current?.abort();
    setState({ status: 'idle' });
  }, []);
  const run = async () => {
    const { signal } = (controller.current = new AbortController());
    let progress = initialProgress;
    const onProgress = (next: T) => {
      signal.throwIfAborted();
      progress = next;
      setState({ status: 'busy', progress });
    };
    onProgress(initialProgress);
    const { problem } = await outcomeOf(task(signal, onProgress));
    if (!signal.aborted) setState(problem ? { status: 'failed', problem } : { status: 'done', progress });
  };
  return { state, run: () => void run(), stop };
}
