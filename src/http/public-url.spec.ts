import express, { type Request } from 'express';
import { CONFIG_OF_APP, publicUrl } from './public-url.js';

const DEFAULT = { publicUrl: 'http://127.0.0.1:3000/base', hasPublicUrl: false, basePath: '/base' };

function from(headers: Readonly<Record<string, string>>, config = DEFAULT): string {
  const app = express();
  app.set('trust proxy', 'loopback');
  app.set(CONFIG_OF_APP, config);
  const request = Object.create(app.request) as Request;
  const socket = { remoteAddress: '127.0.0.1' };
  return publicUrl(
    Object.assign(request, { app, headers, headersDistinct: { host: [headers.host] }, socket }) as Request,
  );
}

it('is the scheme and host of the request with BASE_PATH', () => {
  expect(from({ host: 'devices.example:8080' })).toBe('http://devices.example:8080/base');
  expect(from({ host: 'a', 'x-forwarded-proto': 'https' })).toBe('https://a/base');
});

it('is PUBLIC_URL if it is set', () => {
  const config = { ...DEFAULT, publicUrl: 'https://devices.example/base', hasPublicUrl: true };
  expect(from({ host: 'a' }, config)).toBe('https://devices.example/base');
});

it.each(['', 'a b', 'a/b', 'a@b', 'a:b', 'a:70000', '[::1', 'a,b', '"'])(
  'is the local address for the host %j',
  (host) => {
    expect(from({ host })).toBe(DEFAULT.publicUrl);
  },
);
