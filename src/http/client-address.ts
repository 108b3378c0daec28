import { isIP } from 'node:net';
import type { Request } from 'express';

/** Some proxies hand on the port as well. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d+$/;

/**
 * Where a request comes from. A trusted proxy may hand on whatever its client calls an address: what is none says nothing, and then
 * the proxy itself stands for it. A zone names an interface of the other machine, and may be of any length.
 */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  const [, six, four] = WITH_PORT.exec(ip) ?? [];
  const address = (six ?? four ?? ip).split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/** Whether a proxy forwards the address of the client, and TRUST_PROXY does not say that its word counts. */
export function isAddressUnclear({ app, headers, socket }: Request): boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string | undefined, hops: number) => boolean;
  return headers['x-forwarded-for'] !== undefined && !isTrusted(socket.remoteAddress, 0);
}
