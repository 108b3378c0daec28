import { ConfigError } from './config.js';
import { loadConfig } from './load-config.js';

const STYLE = 'https://maps.example.com/styles/streets.json?key=k123456789';

/** That loading these settings tells of this problem and of no other. */
function expectProblem(env: Record<string, string>, problem: string): void {
  expect(() => loadConfig(env)).toThrow(new ConfigError([problem]));
}

describe('The settings of the map', () => {
  it('are absent where none is set', () => {
    expect(loadConfig({ MAP_STYLE_URL: '', MAP_HOSTS: '' }).map).toBeUndefined();
  });

  it('open the host of the style, and the others that are named', () => {
    const MAP_HOSTS = 'Tiles.example.com, *.tiles.example.com:8443,maps.example.com,localhost:8080';
    expect(loadConfig({ MAP_STYLE_URL: STYLE, MAP_HOSTS }).map).toEqual({
      styleUrl: STYLE,
      origins: [
        'https://maps.example.com',
        'https://tiles.example.com',
        'https://*.tiles.example.com:8443',
        'http://localhost:8080',
      ],
    });
  });

  it('take a style from this machine without TLS', () => {
    const MAP_STYLE_URL = 'http://127.0.0.1:8080/style.json';
    expect(loadConfig({ MAP_STYLE_URL }).map?.origins).toEqual(['http://127.0.0.1:8080']);
  });

  it.each([
    'http://maps.example.com/style.json',
    'ftp://maps.example.com/style.json',
    'maps.example.com/style.json',
    'https://user:secret@maps.example.com/style.json',
    'https://maps.example.com/style.json#here',
    'https://a;script-src/style.json',
    'https://[2001:db8::1]/style.json',
  ])('refuse the style %s, which the message does not show', (MAP_STYLE_URL) => {
    expectProblem(
      { MAP_STYLE_URL },
      'MAP_STYLE_URL should be an https address without a user or a fragment (http only on this machine)',
    );
  });

  it.each(['*', 'https://tiles.example.com', 'a/b', 'a b', 'a;b', "'self'", 'a,,b', 'a:99999', '*.', '-:x'])(
    'refuse the hosts %s',
    (MAP_HOSTS) => {
      expectProblem(
        { MAP_STYLE_URL: STYLE, MAP_HOSTS },
        'MAP_HOSTS should be hosts separated by commas, such as tiles.example.com, *.tiles.example.com or localhost:8080',
      );
    },
  );

  it('need a style for the hosts', () => {
    expectProblem({ MAP_HOSTS: 'tiles.example.com' }, 'MAP_STYLE_URL is required with MAP_HOSTS');
  });
});
