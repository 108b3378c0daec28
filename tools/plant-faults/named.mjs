import { readFileSync } from 'node:fs';
import { withChange } from './fault.mjs';
import { FILES } from './paths.mjs';

/** Each fault replaces a text that its file must contain exactly once. */
const NAMED_FAULTS = [
  {
    name: 'a scope not checked',
    file: FILES.apiKeyGuard,
    was: "if (access.kind === 'scope' && !scopes.includes(access.scope)) throw insufficientScope(access.scope);",
    now: '',
  },
  {
    name: "another enterprise's row",
    file: FILES.deviceQueries,
    was: '.where(`device.enterpriseKey = :enterpriseKey AND ${NOT_DELETED}`)',
    now: '.where(NOT_DELETED)',
  },
  {
    name: 'an off-by-one day',
    file: FILES.days,
    was: 'until: startOfDay(last + 1, time)',
    now: 'until: startOfDay(last, time)',
  },
  {
    name: 'a missing field',
    file: FILES.deviceFields,
    was: "OmitFields(DeviceDto, ['token', 'play_emm_token', 'fcm_token'])",
    now: "OmitFields(DeviceDto, ['token', 'play_emm_token', 'fcm_token', 'policy_name'])",
  },
  {
    name: 'a truncated response that ends well',
    file: FILES.problems,
    was: 'if (response.headersSent) resetConnection(request.socket);',
    now: 'if (response.headersSent) response.end();',
  },
  {
    name: 'a key that survives its revocation',
    file: FILES.apiKeyAuth,
    was: `  async authenticate(key: string, address: string) {
    const hashes = this.hashesOf(key);
    const find = () => (hashes.length === 0 ? Promise.resolve(undefined) : this.lookups.load(hashes));`,
    now: `  private readonly valid = new Map<string, KeyIdentity>();

  async authenticate(key: string, address: string) {
    const hashes = this.hashesOf(key);
    const [first = ''] = hashes;
    const find = async () => {
      const identity = this.valid.get(first) ?? (first === '' ? undefined : await this.lookups.load(hashes));
      if (identity) this.valid.set(first, identity);
      return identity;
    };`,
  },
  {
    name: 'a lost change in a feed',
    file: FILES.feed,
    was: 'inside: { part, passed: passed + taken }',
    now: 'inside: { part, passed: passed + taken + 1 }',
  },
  {
    name: 'an unescaped CSV cell',
    file: FILES.csv,
    was: 'this.to.bytesDoubling(QUOTE, source, start, end);',
    now: 'this.to.bytes(source, start, end);',
  },
  {
    name: 'a rate limit not counted',
    file: FILES.rateLimits,
    was: 'const all = await this.all.add(keyId);',
    now: 'const all = await this.all.get(keyId);',
  },
  {
    name: 'a role not checked',
    file: FILES.adminGuard,
    was: "if (isChange(request) && role === 'viewer') throw new ApiError('insufficient_role');",
    now: '',
  },
];

/** Returns the faults with their changes. */
export const namedFaults = () =>
  NAMED_FAULTS.map(({ was, ...fault }) => {
    const parts = readFileSync(fault.file, 'utf8').split(was);
    if (parts.length !== 2)
      throw new Error(`${fault.file} must contain the text of "${fault.name}" exactly once: ${was}`);
    const start = parts[0].length;
    return withChange({ ...fault, start, end: start + was.length });
  });
