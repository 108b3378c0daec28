/** What a key may open, in the specification's order (docs/contract.md, 1.3), with what it exposes. */
export const SCOPES = {
  'device:GetList': 'The list of all devices',
  'device:GetDetail': 'One device with all that is known of it',
  'device:GetDataUsage': 'The data that each app of a device used per day',
  'device:GetScreenTime': 'How long each app of a device was in the foreground per day',
  'device:GetApplication': 'The apps installed on a device',
  'device:GetLocation': 'Where each device was: one device, or all for a range of days',
} as const;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

export function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && Object.hasOwn(SCOPES, value);
}

/** The stored form: names separated by spaces, in the specification's order, each once. */
export function joinScopes(scopes: readonly Scope[]): string {
  return SCOPE_NAMES.filter((scope) => scopes.includes(scope)).join(' ');
}

export function splitScopes(text: string): Scope[] {
  return text.split(' ').filter(isScope);
}
