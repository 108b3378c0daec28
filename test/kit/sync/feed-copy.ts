import type { ExportRecord } from '../app/builders.js';
import type { Format } from '../formats/read-rows.js';
import { send } from '../http/http.js';
import { itemsOf, sameItemsOf, type FeedRoute } from './feed-routes.js';

export interface Call {
  readonly origin: string;
  readonly limit?: number;
  readonly format: Format;
}

export type Step = 'more' | 'done' | 'failed';

const PATIENCE_MS = 20_000;

/** A customer's copy of one route, kept with sync tokens, upserts and deletes alone. */
export class FeedCopy {
  readonly rows = new Map<unknown, string>();
  readonly violations: string[] = [];
  items = 0;
  answers = 0;
  private token: string | undefined;
  /** False after a whole response, which can contain changes after its token. */
  private isExact = true;

  constructor(
    readonly route: FeedRoute,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly beginsWhole: boolean,
  ) {}

  async step({ origin, limit, format }: Call): Promise<Step> {
    const isWhole = this.token === undefined && this.beginsWhole;
    const path = this.pathOf(isWhole, limit, format);
    const received = await send(origin, { path, headers: this.headers, timeoutMs: PATIENCE_MS }).catch(
      () => undefined,
    );
    if (!received?.isComplete || received.status === 503) return 'failed';
    const { status, headers, body } = received;
    const token = headers['x-sync-token'];
    if (status !== 200 || typeof token !== 'string')
      throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
    const hasMore = headers.link !== undefined;
    const items = await itemsOf(this.route, format, received);
    this.answers++;
    this.items += items.length;
    if (limit !== undefined && !isWhole && items.length > limit)
      this.violations.push(`${path}: ${items.length} items`);
    if (isWhole) for (const item of items) this.rows.set(item[this.route.id], JSON.stringify(item));
    else this.take(items, path);
    this.token = token;
    if (isWhole) this.isExact = false;
    else if (!hasMore) this.isExact = true;
    return hasMore ? 'more' : 'done';
  }

  private pathOf(isWhole: boolean, limit: number | undefined, format: Format): string {
    if (isWhole) return `${sameItemsOf(this.route)}&format=${format}`;
    const since = this.token === undefined ? '' : `&since=${this.token}`;
    const most = limit === undefined ? '' : `&limit=${limit}`;
    return `${this.route.path}?format=${format}${since}${most}`;
  }

  private take(items: readonly ExportRecord[], path: string): void {
    const seen = new Set<unknown>();
    for (const { deleted, ...item } of items) {
      const id = item[this.route.id];
      if (seen.has(id)) this.violations.push(`${path}: ${String(id)} came twice`);
      seen.add(id);
      if (deleted === true) this.remove(id, item, path);
      else this.store(id, JSON.stringify(item), path);
    }
  }

  private remove(id: unknown, item: ExportRecord, path: string): void {
    const isIdentifying = (name: string) => name === this.route.id || name === 'device_id';
    const surplus = Object.entries(item).find(([name, value]) => !isIdentifying(name) && value !== null);
    if (surplus) this.violations.push(`${path}: ${String(id)} is gone and has ${surplus.join(' ')}`);
    this.rows.delete(id);
  }

  /** Each change of a writer makes a record unique. Only apps arrive unchanged, with their device. */
  private store(id: unknown, text: string, path: string): void {
    if (this.isExact && this.route.kind !== 'applications' && this.rows.get(id) === text)
      this.violations.push(`${path}: ${String(id)} came without a change`);
    this.rows.set(id, text);
  }
}
