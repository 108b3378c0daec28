import type { z } from 'zod';
import type { Pace, ReadConnection } from '../../database/rows/reader.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { JsonObject } from '../../streaming/row-stream.js';
import { schemaOf } from './tool-arguments.js';
import type { ToolName } from './tool-names.js';

export interface ToolCall {
  readonly enterprise: CallerEnterprise;
  /** Reads rows at the pace of a long response. `work` may run twice. */
  readonly read: <T>(work: (connection: ReadConnection, pace: Pace) => Promise<T>) => Promise<T>;
}

export interface ToolResult {
  readonly content: JsonObject;
  /** The records in the result, for the activity of the key. */
  readonly rows: number;
}

interface Definition<Schema extends z.ZodType> {
  readonly name: ToolName;
  readonly description: string;
  readonly schema: Schema;
  run(wanted: z.infer<Schema>, call: ToolCall): Promise<ToolResult>;
}

export interface Tool extends Definition<z.ZodType> {
  readonly inputSchema: ReturnType<typeof schemaOf>;
}

/** Lets the compiler check `run` against `schema`, whose types differ from tool to tool. */
export const tool = <Schema extends z.ZodType>(definition: Definition<Schema>): Tool => ({
  ...(definition as unknown as Definition<z.ZodType>),
  inputSchema: schemaOf(definition.schema),
});

/** Maximum size of a result as JSON in UTF-8. */
const MAX_BYTES = 25_000;

export const bytesOf = (content: unknown): number => Buffer.byteLength(JSON.stringify(content));

export const fits = (content: unknown): boolean => bytesOf(content) <= MAX_BYTES;

/** Leaves out items from the end until the result of `make` fits. */
export function fitted<Item>(
  items: readonly Item[],
  make: (shown: readonly Item[]) => JsonObject,
): ToolResult {
  const whole = make(items);
  if (fits(whole)) return { content: whole, rows: items.length };
  const shortened = (count: number): JsonObject => ({ ...make(items.slice(0, count)), shortened: true });
  let left = MAX_BYTES - bytesOf(shortened(0));
  let rows = 0;
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0) break;
    rows++;
  }
  // the result can depend on the last item
  while (rows > 0 && !fits(shortened(rows))) rows--;
  return { content: shortened(rows), rows };
}

/** Returns the members of `names` in their order. */
export const inOrder = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** Compares by the bytes of UTF-8, as the databases do. UTF-16 has another order. */
export const compareBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Returns a test for texts that contain `query`, ignoring case in every alphabet. */
export function matcher(query: string | undefined): (...texts: unknown[]) => boolean {
  if (query === undefined) return () => true;
  const wanted = inLowerCase(query);
  return (...texts) => texts.some((text) => inLowerCase(String(text)).includes(wanted));
}

/** The lower case of a capital sigma depends on the letters around it, so a part has another one than the whole. */
const inLowerCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
