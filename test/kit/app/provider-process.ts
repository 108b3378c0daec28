/** An OpenID Connect provider. It signs in the account in `x-account`, and denies other requests. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Provider as ProviderClass } from 'oidc-provider' with { 'resolution-mode': 'import' };

const PROVIDER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
/** Differs after a restart, as the key does. */
const TOKEN_PATH = `/token-${process.pid}`;
const FOREIGN_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Defines the flaw in the ID tokens of each account. Other accounts receive valid tokens. */
const FLAWED: Readonly<Record<string, IdTokenFlaw>> = {
  'foreign-key': { key: FOREIGN_KEY },
  'foreign-audience': { claims: { aud: 'another-client' } },
  'foreign-issuer': { claims: { iss: 'https://evil.example' } },
  expired: { claims: { exp: Math.floor(Date.now() / 1000) - 60 } },
  unsigned: { algorithm: 'none' },
};

interface IdTokenFlaw {
  readonly key?: KeyObject;
  readonly algorithm?: 'none';
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface ProviderSettings {
  readonly port: number;
  readonly redirectUri: string;
  readonly clientSecret: string;
  readonly accounts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function makeProvider(settings: ProviderSettings): Promise<ProviderClass> {
  const { port, redirectUri, clientSecret, accounts } = settings;
  const { Provider } = await import('oidc-provider');
  const client = {
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [new URL('/portal', redirectUri).href],
    response_types: ['code' as const],
  };
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      { ...client, client_id: 'portal', client_secret: clientSecret },
      { ...client, client_id: 'public-portal', token_endpoint_auth_method: 'none' },
    ],
    cookies: { keys: ['any key'] },
    jwks: { keys: [{ ...PROVIDER_KEY.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }] },
    routes: { token: TOKEN_PATH },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'enterprise', 'roles'],
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...accounts[id] }),
    }),
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path === TOKEN_PATH && body?.id_token !== undefined) body.id_token = withFlaw(body.id_token);
  });
  return provider;
}

function withFlaw(idToken: string): string {
  const [head, claims] = idToken
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
  const flaw = FLAWED[String(claims?.sub)] ?? {};
  const content = [
    { ...head, ...(flaw.algorithm && { alg: flaw.algorithm }) },
    { ...claims, ...flaw.claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (flaw.algorithm === 'none') return `${content}.`;
  return `${content}.${sign('sha256', Buffer.from(content), flaw.key ?? PROVIDER_KEY).toString('base64url')}`;
}

async function interact(
  provider: ProviderClass,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const account = request.headers['x-account'];
  if (typeof account !== 'string') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
  } else if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: account } });
  } else {
    const grant = new provider.Grant({
      clientId: String(params.client_id),
      ...(session && { accountId: session.accountId }),
    });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }
}

async function main(): Promise<void> {
  const settings = JSON.parse(process.argv[2] ?? '') as ProviderSettings;
  const provider = await makeProvider(settings);
  const handleRequest = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void handleRequest(request, response);
      return;
    }
    interact(provider, request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  process.stdin.resume().once('end', () => process.exit()); // Exits when the parent process ends
  server.listen(settings.port, '127.0.0.1', () => process.stdout.write('listening\n'));
}

if (require.main === module) void main();
