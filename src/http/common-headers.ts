/** Names and values of the headers that every answer has. */
export type CommonHeaders = readonly (readonly [string, string])[];

const TWO_YEARS = 63_072_000;

/**
 * What every answer says to browsers: data is nothing to run, to frame or to embed. Pages replace the Content-Security-Policy with
 * their own. All that helmet sets, as constants, because they are the same for every answer.
 */
export function commonHeaders(publicUrl: string): CommonHeaders {
  const headers: [string, string][] = [
    ['Cache-Control', 'private'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['X-XSS-Protection', '0'],
  ];
  // a browser keeps this promise for years: only where the service is reached by https at all
  if (publicUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', `max-age=${TWO_YEARS}; includeSubDomains`]);
  return headers;
}
