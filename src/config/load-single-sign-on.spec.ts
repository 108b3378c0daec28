import { ConfigError } from './config.js';
import { loadConfig } from './load-config.js';

const COMPLETE = {
  OIDC_ISSUER: 'https://id.example.com/realms/staff',
  OIDC_CLIENT_ID: 'portal',
  OIDC_ENTERPRISE_CLAIM: 'enterprise',
  OIDC_ROLE_CLAIM: 'roles',
};

describe('The settings of single sign-on', () => {
  it('are absent where none is set', () => {
    expect(loadConfig({ OIDC_ISSUER: '' }).singleSignOn).toBeUndefined();
  });

  it('have sensible values for what may be left out', () => {
    expect(loadConfig(COMPLETE).singleSignOn).toEqual({
      issuer: 'https://id.example.com/realms/staff',
      clientId: 'portal',
      clientSecret: undefined,
      enterpriseClaim: 'enterprise',
      roleClaim: 'roles',
      adminRole: 'admin',
      viewerRole: 'viewer',
      name: 'Single sign-on',
    });
  });

  it('name everything that is missing as soon as one of them is set', () => {
    const names = Object.keys(COMPLETE);
    const problems = names.map((name) => `${name} is required for single sign-on, with ${names.join(', ')}`);
    expect(() => loadConfig({ OIDC_CLIENT_SECRET: 'hidden' })).toThrow(new ConfigError(problems));
  });

  it.each(['http://id.example.com', 'ftp://id.example.com', 'id.example.com', 'https://id.example.com/?x=1'])(
    'refuse the issuer %s',
    (issuer) => {
      expect(() => loadConfig({ ...COMPLETE, OIDC_ISSUER: issuer })).toThrow(
        new ConfigError(['OIDC_ISSUER should be an https address (http only on this machine)']),
      );
    },
  );

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080/realm'])(
    'take the issuer %s on this machine',
    (issuer) => {
      expect(loadConfig({ ...COMPLETE, OIDC_ISSUER: issuer }).singleSignOn?.issuer).toBe(issuer);
    },
  );
});
