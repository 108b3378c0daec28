import { ConfigError, loadConfig, loadDatabaseConfig, SETTING_NAMES } from './config.js';

const SECRET = 'a-secret-of-at-least-32-characters';

function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

describe('Without any setting', () => {
  it('accepts empty values as defaults, because compose files set them', () => {
    const names = [...SETTING_NAMES];
    expect(loadConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(loadConfig({}));
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(loadConfig({}))).toBe(true);
  });
});

describe.each([
  ['PORT', ['0', '1', '65535'], ['-1', '65536', '80.5', '0x50', '1e3', ' 80', 'http', '٣']],
  [
    'DATABASE_URL',
    ['sqlite:x', 'sqlite:///x/y', 'sqlite:////x'],
    [
      'x',
      'sqlite:',
      'sqlite::memory:',
      'sqlite://x',
      'postgres://h/d',
      'mysql://h',
      'mysql:///d',
      'mysql://u:p%zz@h/d',
      'mysql://h/%',
      'mysql://h/d?ssl=zzz',
      'mysql://h/d?ssl=null',
      'mysql://h/d?ssl-mode=REQUIRED',
      'mysql://h/d?ssl=%7B%7D&tls=true',
    ],
  ],
  [
    'HOST',
    ['0.0.0.0', '::1', 'localhost', 'host-1.example'],
    ['a b', 'a/b', 'http://x', 'a;b', '$(id)', '999.1.1.1', 'x:y'],
  ],
  [
    'ADMIN_TOKEN',
    ['x'.repeat(32), SECRET, `${SECRET},${SECRET}2`],
    [
      'x'.repeat(31),
      `${SECRET} `,
      `${SECRET}\n`,
      'ä'.repeat(40),
      `${SECRET},${SECRET}`,
      `${SECRET},short`,
      `${SECRET},`,
      `${SECRET}, ${SECRET}2`,
      `${SECRET},${SECRET}2,${SECRET}3`,
    ],
  ],
  ['METRICS_TOKEN', ['x'.repeat(32), SECRET], ['x'.repeat(31), `${SECRET} `, 'ä'.repeat(40)]],
  ['KEY_PEPPER', ['x'.repeat(32), SECRET], ['x'.repeat(31), ' '.repeat(40)]],
  ['KEY_PEPPER_PREVIOUS', ['x'.repeat(32), SECRET], ['x'.repeat(31)]],
  ['WEB_CONCURRENCY', ['1', '64'], ['0', '65', '-1', '1.5', 'auto']],
  [
    'TRUST_PROXY',
    ['off', '1', '9', 'loopback', 'loopback, 10.0.0.0/8', '2001:db8::/32,uniquelocal'],
    ['0', '10', 'on', 'true', '*', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example'],
  ],
  [
    'BASE_PATH',
    ['/', '/api', '/a/b-c/', '/v1.2', '/.a', '/a..'],
    ['api', '//a', '/a b', '/a?b', '/a#b', '/ä', '/%41', '/..', '/a/./b'],
  ],
  [
    'PUBLIC_URL',
    ['https://a.example', 'http://127.0.0.1:80/x/'],
    ['a.example', 'ftp://a', 'https://a?b', 'https://a#b', 'https://u:p@a', 'javascript:1'],
  ],
  [
    'RATE_LIMIT',
    ['1/1s', '1000/100s', 'off'],
    ['0/1s', '1/0s', '1/1', '1/1m', '-1/1s', '1.5/1s', 'OFF', '1/1s '],
  ],
  ['RATE_LIMIT_BULK', ['1/1s', 'off'], ['0/1s', 'on', 'none']],
  ['DEMO_DATA', ['on', 'off'], ['true', 'ON', '1', 'yes', 'toString', 'constructor', '__proto__']],
  ['MCP', ['on', 'off'], ['true', 'OFF', '0']],
  ['SHUTDOWN_DELAY', ['0', '3600'], ['-1', '3601', '1.5', '5s']],
  ['MIGRATE_AT_START', ['on', 'off'], ['true', 'ON', '0']],
  ['LOCATION_BULK_MAX_DAYS', ['1', '366', '36600'], ['0', '36601', '-1', '1.5', 'all']],
  ['MAX_KEY_DAYS', ['1', '36600'], ['0', '36601', '1.5', 'none']],
  ['SYNC_TOKEN_DAYS', ['1', '36600'], ['0', '36601', '1.5', '400d']],
  ['COMPRESSION', ['on', 'off'], ['yes', 'ON', '0', 'br', ' ']],
  [
    'REDIS_URL',
    ['redis://h', 'redis://u:p%25@h:1/2', 'rediss://h'],
    ['h:6379', 'http://h', 'redis', 'redis://:100%@h'],
  ],
  [
    'LOG_LEVEL',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    ['INFO', 'verbose', 'toString'],
  ],
] as const)('%s', (name, right, wrong) => {
  it.each(right)('can be %j', (value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });

  it.each(wrong)('cannot be %j, and the message does not show the value', (value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be \\S`));
    if (value.length > 8) expect(problems[0]).not.toContain(value);
  });
});

describe('The standard variables of OpenTelemetry', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';

  it.each<Record<string, string>>([
    {},
    { OTEL_TRACES_EXPORTER: 'otlp, console' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_PROPAGATORS: 'none' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_SDK_DISABLED: 'true' },
  ])('can be %j', (variables) => {
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...variables })).toEqual([]);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_PROPAGATORS', 'tracecontext,b3'],
  ])('stop the start if %s is %j, which this service does not support', (name, value) => {
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be \\S`)),
    ]);
  });
});

describe('Settings that depend on each other', () => {
  it.each([SECRET, `${SECRET},${SECRET}2`, `${SECRET}2,${SECRET}`])(
    'a metrics token is not an admin token',
    (ADMIN_TOKEN) => {
      expect(problemsOf({ ADMIN_TOKEN, METRICS_TOKEN: SECRET })).toEqual([
        'METRICS_TOKEN must be a secret of at least 32 characters, other than ADMIN_TOKEN',
      ]);
    },
  );

  const mysql = 'mysql://user:secret@host:3307/database';

  it('MySQL requires a pepper, and has no demo data by default', () => {
    expect(problemsOf({ DATABASE_URL: mysql })).toEqual([
      'KEY_PEPPER is required with MySQL: a secret of at least 32 characters, the same on every instance',
    ]);
    const config = loadConfig({ DATABASE_URL: mysql, KEY_PEPPER: SECRET });
    expect(config).toMatchObject({ demoData: false, database: { engine: 'mysql', url: mysql } });
    expect(loadConfig({ DATABASE_URL: mysql, KEY_PEPPER: SECRET, DEMO_DATA: 'on' }).demoData).toBe(true);
  });

  it('a read replica requires two servers', () => {
    const DATABASE_READ_URL = 'mariadb://reader:s3cret@replica/database';
    const config = loadConfig({ DATABASE_URL: mysql, KEY_PEPPER: SECRET, DATABASE_READ_URL });
    expect(config.readDatabase).toEqual({
      engine: 'mysql',
      url: 'mysql://reader:s3cret@replica/database',
    });
    expect(loadConfig({}).readDatabase).toBeUndefined();
    expect(config.database).toEqual({ engine: 'mysql', url: mysql });
    expect(loadDatabaseConfig({ DATABASE_URL: mysql, DATABASE_READ_URL })).toEqual(config.database);
    const wrong: Record<string, string>[] = [
      { DATABASE_READ_URL },
      { DATABASE_URL: 'sqlite:x', DATABASE_READ_URL },
      { DATABASE_URL: mysql, KEY_PEPPER: SECRET, DATABASE_READ_URL: 'sqlite:s3cret' },
      { DATABASE_URL: mysql, KEY_PEPPER: SECRET, DATABASE_READ_URL: 's3cret' },
    ];
    for (const env of wrong)
      expect(problemsOf(env)).toEqual([
        'DATABASE_READ_URL must be mysql://USER:PASSWORD@HOST:PORT/DATABASE, and requires a MySQL DATABASE_URL',
      ]);
  });

  it('a MariaDB URL is a MySQL URL', () => {
    const DATABASE_URL = 'mariadb://host/database';
    expect(loadDatabaseConfig({ DATABASE_URL })).toEqual({ engine: 'mysql', url: 'mysql://host/database' });
  });

  it.each([
    [{ PORT: '80', HOST: 'api.example' }, 'http://api.example:80'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ BASE_PATH: '/devices/' }, 'http://127.0.0.1:3000/devices'],
    [{ PUBLIC_URL: 'https://api.example/devices/', PORT: '80' }, 'https://api.example/devices'],
  ])('%j is reached at %s', (env, publicUrl) => {
    expect(loadConfig(env).publicUrl).toBe(publicUrl);
  });

  it('RATE_LIMIT=off turns off every limit', () => {
    expect(loadConfig({ RATE_LIMIT: 'off', RATE_LIMIT_BULK: '1/1s' })).toMatchObject({
      rateLimit: 'off',
      rateLimitBulk: 'off',
    });
    expect(loadConfig({ RATE_LIMIT_BULK: 'off' })).toMatchObject({
      rateLimit: { limit: 1000, seconds: 100 },
      rateLimitBulk: 'off',
    });
  });

  it('the commands require the database only', () => {
    expect(loadDatabaseConfig({ DATABASE_URL: mysql, PORT: 'x', ADMIN_TOKEN: 'x' })).toEqual({
      engine: 'mysql',
      url: mysql,
    });
    expect(() => loadDatabaseConfig({ DATABASE_URL: 'x' })).toThrow(ConfigError);
  });
});

it.each(['mysql://u:p%25@h/d', 'mariadb://h/d?ssl=%7B%7D&compress=true', 'mysql://h/d?ssl=Amazon%20RDS'])(
  'the database can be at %s',
  (DATABASE_URL) => {
    expect(problemsOf({ DATABASE_URL, KEY_PEPPER: SECRET })).toEqual([]);
  },
);

const COMPLETE = {
  OIDC_ISSUER: 'https://id.example.com/realms/staff',
  OIDC_CLIENT_ID: 'portal',
  OIDC_ENTERPRISE_CLAIM: 'enterprise',
  OIDC_ROLE_CLAIM: 'roles',
};

describe('The settings of single sign-on', () => {
  it('are absent by default', () => {
    expect(loadConfig({ OIDC_ISSUER: '' }).singleSignOn).toBeUndefined();
  });

  it('have defaults for optional values', () => {
    expect(loadConfig(COMPLETE).singleSignOn).toEqual({
      issuer: 'https://id.example.com/realms/staff',
      clientId: 'portal',
      clientSecret: undefined,
      enterpriseClaim: 'enterprise',
      roleClaim: 'roles',
      adminRole: 'admin',
      keyManagerRole: 'key_manager',
      viewerRole: 'viewer',
      name: 'Single sign-on',
    });
  });

  it('name every missing setting if one of them is set', () => {
    const names = Object.keys(COMPLETE);
    const problems = names.map((name) => `${name} is required for single sign-on, with ${names.join(', ')}`);
    expect(() => loadConfig({ OIDC_CLIENT_SECRET: 'hidden' })).toThrow(new ConfigError(problems));
  });

  it.each(['http://id.example.com', 'ftp://id.example.com', 'id.example.com', 'https://id.example.com/?x=1'])(
    'refuse the issuer %s',
    (issuer) => {
      expect(() => loadConfig({ ...COMPLETE, OIDC_ISSUER: issuer })).toThrow(
        new ConfigError(['OIDC_ISSUER must be an https address (http only on this machine)']),
      );
    },
  );

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080/realm'])(
    'accept the issuer %s on this machine',
    (issuer) => {
      expect(loadConfig({ ...COMPLETE, OIDC_ISSUER: issuer }).singleSignOn?.issuer).toBe(issuer);
    },
  );
});

const STYLE = 'https://maps.example.com/styles/streets.json?key=k123456789';

function expectProblem(env: Record<string, string>, problem: string): void {
  expect(() => loadConfig(env)).toThrow(new ConfigError([problem]));
}

describe('The settings of the map', () => {
  it('are absent by default', () => {
    expect(loadConfig({ MAP_STYLE_URL: '', MAP_HOSTS: '' }).map).toBeUndefined();
  });

  it('allow the host of the style, and the other named hosts', () => {
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

  it('accept a style from this machine without TLS', () => {
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
  ])('refuse the style %s, and the message does not show it', (MAP_STYLE_URL) => {
    expectProblem(
      { MAP_STYLE_URL },
      'MAP_STYLE_URL must be an https address without a user or a fragment (http only on this machine)',
    );
  });

  it.each(['*', 'https://tiles.example.com', 'a/b', 'a b', 'a;b', "'self'", 'a,,b', 'a:99999', '*.', '-:x'])(
    'refuse the hosts %s',
    (MAP_HOSTS) => {
      expectProblem(
        { MAP_STYLE_URL: STYLE, MAP_HOSTS },
        'MAP_HOSTS must be hosts separated by commas, such as tiles.example.com, *.tiles.example.com or localhost:8080',
      );
    },
  );

  it('require a style for the hosts', () => {
    expectProblem({ MAP_HOSTS: 'tiles.example.com' }, 'MAP_STYLE_URL is required with MAP_HOSTS');
  });
});
