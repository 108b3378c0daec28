import type { CDPSession, Page } from '@playwright/test';

/** Where the portal's pages get what they show. */
const DATA = '/internal/v1/data/';
const MAP = /maplibre|\/map-|\/outlines-/;

/** What came over the line to a page, as it was sent, headers and all. */
export class Transferred {
  private readonly bytes = new Map<string, number>();

  add(address: string, bytes: number): void {
    this.bytes.set(address, (this.bytes.get(address) ?? 0) + bytes);
  }

  get data(): number {
    return this.sum((address) => address.includes(DATA));
  }

  /** All that is no data. */
  get page(): number {
    return this.sum((address) => !address.includes(DATA));
  }

  /** All but what draws maps. */
  get besideMap(): number {
    return this.sum((address) => !MAP.test(address));
  }

  private sum(isWanted: (address: string) => boolean): number {
    return [...this.bytes].reduce((sum, [address, bytes]) => sum + (isWanted(address) ? bytes : 0), 0);
  }
}

/** Counts from now on what comes over the line. */
export async function followLine(
  page: Page,
): Promise<{ readonly devTools: CDPSession; readonly transferred: Transferred }> {
  const devTools = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const transferred = new Transferred();
  devTools.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    addresses.set(requestId, url);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    transferred.add(addresses.get(requestId) ?? '', bytes);
  });
  await devTools.send('Network.enable');
  return { devTools, transferred };
}
