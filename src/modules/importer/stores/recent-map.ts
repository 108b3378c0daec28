/** Remembers at least the `capacity / 2` keys used last and never more than `capacity`. */
export class RecentMap<Value> {
  private recent = new Map<string, Value>();
  private older = new Map<string, Value>();

  constructor(private readonly capacity: number) {}

  get(key: string): Value | undefined {
    const value = this.recent.get(key);
    if (value !== undefined) return value;
    const found = this.older.get(key);
    if (found !== undefined) this.set(key, found);
    return found;
  }

  delete(key: string): void {
    this.recent.delete(key);
    this.older.delete(key);
  }

  set(key: string, value: Value): void {
    this.recent.set(key, value);
    if (this.recent.size < this.capacity / 2) return;
    this.older = this.recent;
    this.recent = new Map();
  }
}
