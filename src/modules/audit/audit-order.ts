/** What the events of a trail can be sorted by: their numbers, which is by time, or what they have in common. */
export const SORTED_BY = ['sequence', 'actor', 'action', 'outcome', 'api_key_id'] as const;

/** The same, with a minus the other way round. */
export const ORDERS = SORTED_BY.flatMap((name) => [name, `-${name}`] as const);

export interface AuditOrder {
  readonly by: (typeof SORTED_BY)[number];
  readonly isDescending: boolean;
}

/** Where an answer goes on: behind the event with this number, among those that have this value in common. */
export interface Place {
  readonly sequence?: number;
  readonly value?: string;
}

/** Without a wish the newest events stand first. */
export function orderOf(sort = '-sequence'): AuditOrder {
  const name = sort.replace('-', '');
  return { by: SORTED_BY.find((one) => one === name) ?? 'sequence', isDescending: sort.startsWith('-') };
}

export function writeCursor({ sequence, value }: Place): string {
  return Buffer.from(JSON.stringify([sequence ?? null, value ?? null])).toString('base64url');
}

/** Undefined where the text is none that an answer gave. */
export function readCursor(text: string): Place | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [sequence, value] = Array.isArray(parts) ? (parts as unknown[]) : [];
    const isPlace =
      (sequence === null || Number.isSafeInteger(sequence)) && (value === null || typeof value === 'string');
    return isPlace
      ? { sequence: (sequence as number | null) ?? undefined, value: value ?? undefined }
      : undefined;
  } catch {
    return undefined;
  }
}
