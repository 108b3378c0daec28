import { describeUserAgent } from './user-agent.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera',
    'Linux',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (${MAC}) ${WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iOS',
  ],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
  [undefined, '', ''],
])('names the browser and the system of %j', (userAgent, browser, system) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});
