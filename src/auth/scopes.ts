/** Scopes in the order of the specification (docs/contract.md, 1.3). */
export const SCOPE_NAMES = [
  'device:GetList',
  'device:GetDetail',
  'device:GetDataUsage',
  'device:GetScreenTime',
  'device:GetApplication',
  'device:GetLocation',
] as const;

export type Scope = (typeof SCOPE_NAMES)[number];

/** Returns each name once, in the order of the specification. */
export function joinScopes(scopes: readonly Scope[]): string {
  return SCOPE_NAMES.filter((scope) => scopes.includes(scope)).join(' ');
}

export function splitScopes(text: string): Scope[] {
  const names = text.split(' ');
  return SCOPE_NAMES.filter((scope) => names.includes(scope));
}
