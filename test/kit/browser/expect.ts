import { expect as expectAtOnce } from '@playwright/test';

export const PATIENCE_MS = 15_000;

/** Works like jest's `expect`, and retries assertions on a page until they pass. */
export const expect = expectAtOnce.configure({ timeout: PATIENCE_MS });
