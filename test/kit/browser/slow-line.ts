import type { Page } from '@playwright/test';
import { followLine, type Transferred } from './transferred.js';

/** A telephone in the country, as Chrome's own "Slow 4G" has it. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Puts a page on a slow line. */
export async function onSlowLine(page: Page): Promise<Transferred> {
  const { devTools, transferred } = await followLine(page);
  await devTools.send('Network.emulateNetworkConditions', SLOW_LINE);
  return transferred;
}
