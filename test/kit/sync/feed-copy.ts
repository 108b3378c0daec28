import type { ExportRecord } from '../app/builders.js';
import type { Format } from '../formats/read-rows.js';
import { send } from '../http/http.js';
import { itemsOf, snapshotPathWithFeedFields, type FeedRoute } from './feed-routes.js';

export interface StepOptions {
  readonly origin: string;
  readonly limit?: number;
  readonly format: Format;
}

export type StepResult = 'more' | 'done' | 'failed';

const TIMEOUT_MS = 20_000;

/** A customer's copy of one route, maintained with sync tokens, upserts, and deletes only. */
export class FeedCopy {
  readonly rows = new Map<unknown, string>();
  readonly violations: string[] = [];
  items = 0;
  responses = 0;
  private token: string | undefined;
  /** False after a snapshot, which can contain changes after its token. */
  private isExact = true;

  constructor(
    readonly route: FeedRoute,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly startsWithSnapshot: boolean,
  ) {}

  async step({ origin, limit, format }: StepOptions): Promise<StepResult> {
    const isSnapshot = this.token === undefined && this.startsWithSnapshot;
    const path = this.pathOf(isSnapshot, limit, format);
    const received = await send(origin, { path, headers: this.headers, timeoutMs: TIMEOUT_MS }).catch(
      () => undefined,
    );
    if (!received?.isComplete || received.status === 503) return 'failed';
    const { status, headers, body } = received;
    const token = headers['x-sync-token'];
    if (status !== 200 || typeof token !== 'string')
      throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
    const hasMore = headers.link !== undefined;
    const items = await itemsOf(this.route, format, received);
    this.responses++;
    this.items += items.length;
    if (limit !== undefined && !isSnapshot && items.length > limit)
      this.violations.push(`${path}: ${items.length} items`);
    if (isSnapshot) for (const item of items) this.rows.set(item[this.route.id], JSON.stringify(item));
    else this.applyItems(items, path);
    this.token = token;
    if (isSnapshot) this.isExact = false;
    else if (!hasMore) this.isExact = true;
    return hasMore ? 'more' : 'done';
  }

  private pathOf(isSnapshot: boolean, limit: number | undefined, format: Format): string {
    if (isSnapshot) return `${snapshotPathWithFeedFields(this.route)}&format=${format}`;
    const since = this.token === undefined ? '' : `&since=${this.token}`;
    const limitParameter = limit === undefined ? '' : `&limit=${limit}`;
    return `${this.route.path}?format=${format}${since}${limitParameter}`;
  }

  private applyItems(items: readonly ExportRecord[], path: string): void {
    const seen = new Set<unknown>();
    for (const { deleted, ...item } of items) {
      const id = item[this.route.id];
      if (seen.has(id)) this.violations.push(`${path}: ${String(id)} appears twice`);
      seen.add(id);
      if (deleted === true) this.remove(id, item, path);
      else this.store(id, JSON.stringify(item), path);
    }
  }

  private remove(id: unknown, item: ExportRecord, path: string): void {
    const isIdentifying = (name: string) => name === this.route.id || name === 'device_id';
    const surplus = Object.entries(item).find(([name, value]) => !isIdentifying(name) && value !== null);
    if (surplus) this.violations.push(`${path}: ${String(id)} is deleted and has ${surplus.join(' ')}`);
    this.rows.delete(id);
  }

  /** Each change of a writer makes a record unique. Only apps can be returned unchanged, after a change of their device. */
  private store(id: unknown, text: string, path: string): void {
    if (this.isExact && this.route.kind !== 'applications' && this.rows.get(id) === text)
      this.violations.push(`${path}: ${String(id)} is returned without a change`);
    this.rows.set(id, text);
  }
}
