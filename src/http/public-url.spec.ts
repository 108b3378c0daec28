import express, { type Request } from 'express';
import { CONFIG_OF_APP, publicUrl } from './public-url.js';

const DEFAULT = { publicUrl: 'http://127.0.0.1:3000/base', hasPublicUrl: false, basePath: '/base' };

function from(
  headers: Readonly<Record<string, string | undefined>>,
  config = DEFAULT,
  remoteAddress = '127.0.0.1',
): string {
  const app = express();
  app.set('trust proxy', 'loopback');
  app.set(CONFIG_OF_APP, config);
  const request = Object.create(app.request) as Request;
  const socket = { remoteAddress };
  return publicUrl(
    Object.assign(request, { app, headers, headersDistinct: { host: [headers.host] }, socket }) as Request,
  );
}

it('is the scheme and host of the request with BASE_PATH', () => {
  expect(from({ host: 'devices.example:8080' })).toBe('http://devices.example:8080/base');
  expect(from({ host: 'a', 'x-forwarded-proto': 'https' })).toBe('https://a/base');
});

it.each([
  [{ host: '[2001:db8::1]:80' }, 'http://[2001:db8::1]:80'],
  [{ host: 'a', 'x-forwarded-host': 'devices.example' }, 'http://devices.example'],
  [{ host: 'a', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b.example, c' }, 'https://b.example'],
  [{ host: 'a', 'x-forwarded-proto': 'javascript' }, 'http://a'],
])('is that of the request: %j', (headers, origin) => {
  expect(from(headers)).toBe(`${origin}/base`);
});

it('ignores headers of a proxy that is not trusted', () => {
  const headers = { host: 'a', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b' };
  expect(from(headers, DEFAULT, '203.0.113.1')).toBe('http://a/base');
});

it('is PUBLIC_URL if it is set', () => {
  const config = { ...DEFAULT, publicUrl: 'https://devices.example/base', hasPublicUrl: true };
  expect(from({ host: 'a', 'x-forwarded-host': 'c' }, config)).toBe('https://devices.example/base');
});

it.each(['', 'a b', 'a/b', 'a@b', 'a:b', 'a:70000', '[::1', 'a,b', '"'])(
  'is the local address for the host %j',
  (host) => {
    expect(from({ host })).toBe(DEFAULT.publicUrl);
  },
);

it.each(['/', 'a b', 'a/b', 'user@host', 'a:port', 'a:99999', 'a"', 'a>', '<script>'])(
  'is the local address for the forwarded host %j',
  (host) => {
    expect(from({ host: 'a', 'x-forwarded-host': host })).toBe(DEFAULT.publicUrl);
  },
);
