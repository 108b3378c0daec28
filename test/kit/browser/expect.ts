import { expect as expectAtOnce } from '@playwright/test';

export const PATIENCE_MS = 15_000;

export const expect = expectAtOnce.configure({ timeout: PATIENCE_MS });
