const failures = new WeakSet<Error>();

/** Records errors of code chunks that failed to load, because their messages differ between browsers. */
export function watchForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));
}

export const isOfMissingPart = (error: unknown): boolean => error instanceof Error && failures.has(error);
