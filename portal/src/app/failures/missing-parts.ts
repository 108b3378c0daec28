const failures = new WeakSet<Error>();

/** Remembers which errors came of a part of the program that could not be fetched; each browser words them in its own way. */
export function watchForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));
}

export const isOfMissingPart = (error: unknown): boolean => error instanceof Error && failures.has(error);
