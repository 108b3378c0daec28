import type { Service } from '../../kit/process/service.js';

type Reasons = ReadonlyMap<string, number>;

/** Why the instances could not answer so far, by their logs. */
export function reasonsOf(instances: readonly Service[]): Reasons {
  const reasons = new Map<string, number>();
  for (const { reason } of instances.flatMap(({ log }) => log)) {
    if (typeof reason === 'string') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

/** The same since then, as a text. */
export function reasonsSince(before: Reasons, instances: readonly Service[]): string {
  const since = [...reasonsOf(instances)]
    .map(([reason, times]) => [reason, times - (before.get(reason) ?? 0)] as const)
    .filter(([, times]) => times > 0);
  return since.map(([reason, times]) => `${reason} ${times}`).join(', ') || 'no instance said why';
}
