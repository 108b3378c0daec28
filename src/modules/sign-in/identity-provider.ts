import { Inject, Injectable } from '@nestjs/common';
import type * as OpenIdClient from 'openid-client' with { 'resolution-mode': 'import' };
import { CONFIG, type Config, type SingleSignOnConfig } from '../../config/config.js';
import { isLoopback } from '../../config/setting-values.js';
import type { SignInAttempt } from './sign-in-attempts.js';

const ANSWER_WITHIN_SECONDS = 5;
const SCOPE = 'openid profile email';

export type Claims = Readonly<Record<string, unknown>>;

/** The provider cannot be asked for the moment. */
export class ProviderAway extends Error {}

/** The OpenID Connect provider: authorization code flow with PKCE, state and nonce. It is first asked when somebody signs in. */
@Injectable()
export class IdentityProvider {
  private known: Promise<OpenIdClient.Configuration> | undefined;
  private readonly settings: SingleSignOnConfig | undefined;
  private readonly redirectUri: string;
  private readonly signedOutUri: string;

  constructor(@Inject(CONFIG) { singleSignOn, publicUrl }: Config) {
    this.settings = singleSignOn;
    this.redirectUri = `${publicUrl}/portal/api/oidc/callback`;
    this.signedOutUri = `${publicUrl}/portal`;
  }

  /** Where the browser is sent to sign in. */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInAttempt): Promise<string> {
    const client = await loadClient();
    const url = client.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** What the provider says of whom it sent back. `query` is that of the request to the callback, as it came. */
  async claims(query: string, { state, nonce, codeVerifier }: SignInAttempt): Promise<Claims> {
    const client = await loadClient();
    const configuration = await this.configuration();
    const tokens = await client.authorizationCodeGrant(configuration, new URL(this.redirectUri + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token');
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    // many providers keep all but the subject for this answer
    const userInfo: Claims = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // an address and whether it is verified come from the same document
    const { email, email_verified } = claims.email === undefined ? userInfo : claims;
    return { ...userInfo, ...claims, email, email_verified };
  }

  /**
   * Where the browser is sent to sign out of the provider as well, if that offers a way. Without a hint of who it is, for which an
   * ID token would have to be kept: the provider asks.
   */
  async endSessionUrl(): Promise<string | undefined> {
    const client = await loadClient();
    const configuration = await this.configuration();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: this.signedOutUri }).href;
  }

  private async configuration(): Promise<OpenIdClient.Configuration> {
    this.known ??= this.discover();
    try {
      return await this.known;
    } catch (error) {
      this.known = undefined; // the next one who signs in tries again
      throw new ProviderAway('The metadata of the provider could not be read', { cause: error });
    }
  }

  private async discover(): Promise<OpenIdClient.Configuration> {
    if (!this.settings) throw new Error('Single sign-on is not set up');
    const { issuer, clientId, clientSecret } = this.settings;
    const client = await loadClient();
    const url = new URL(issuer);
    return client.discovery(
      url,
      clientId,
      undefined,
      clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
      {
        timeout: ANSWER_WITHIN_SECONDS,
        execute: [
          // not only who sent the ID token, as far as TLS tells, but also who signed it
          client.enableNonRepudiationChecks,
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated so that it stands out: only for this machine
          ...(url.protocol === 'http:' && isLoopback(url) ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  }
}

/** The library is an ES module, and needed only where single sign-on is set up. */
function loadClient(): Promise<typeof OpenIdClient> {
  return import('openid-client');
}
