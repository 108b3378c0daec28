import { expect as expectAtOnce } from '@playwright/test';

export const PATIENCE_MS = 15_000;

/** Asserts what jest's own `expect` does, and of what is on a page that it comes to be so in time. */
export const expect = expectAtOnce.configure({ timeout: PATIENCE_MS });
