import type { AuditEventRow } from './audit-events.repository.js';

/** What is looked for in the texts of events: every word must stand in one, in any case of letters; `a|b` is one word or the other. */
export class AuditSearch {
  private readonly words: readonly (readonly string[])[];

  constructor(text: string) {
    const words = text.toLowerCase().split(/\s+/);
    this.words = words.map((word) => word.split('|').filter((either) => either !== ''));
  }

  /** Looks also in its time, as it is shown. */
  finds(
    { actor, action, apiKeyId, application, details, address, requestId }: AuditEventRow,
    at: string,
  ): boolean {
    const texts = [at, actor, action, apiKeyId, application, details, address, requestId];
    const text = texts.join('\n').toLowerCase();
    return this.words.every((either) => either.length === 0 || either.some((word) => text.includes(word)));
  }
}
