import type { Page } from '@playwright/test';

const DATA = '/internal/v1/data/';
const MAP = /maplibre|\/map-|\/outlines-/;

export class TransferredBytes {
  private readonly bytes = new Map<string, number>();

  add(address: string, bytes: number): void {
    this.bytes.set(address, (this.bytes.get(address) ?? 0) + bytes);
  }

  get data(): number {
    return this.sum((address) => address.includes(DATA));
  }

  get page(): number {
    return this.sum((address) => !address.includes(DATA));
  }

  get withoutMap(): number {
    return this.sum((address) => !MAP.test(address));
  }

  private sum(isWanted: (address: string) => boolean): number {
    return [...this.bytes].reduce((sum, [address, bytes]) => sum + (isWanted(address) ? bytes : 0), 0);
  }
}

/** Equals the "Slow 4G" preset of Chrome. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

export async function measureTransfer(page: Page, { isSlow = false } = {}): Promise<TransferredBytes> {
  const devTools = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const transferred = new TransferredBytes();
  devTools.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    addresses.set(requestId, url);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    transferred.add(addresses.get(requestId) ?? '', bytes);
  });
  await devTools.send('Network.enable');
  if (isSlow) await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  return transferred;
}
