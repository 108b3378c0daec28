/** Credentials in one of the two generations. */
const MOST = 10_000;

/**
 * Remembers from which addresses which credentials were good lately. It opens nothing by itself: a remembered credential is only
 * spared the limit on failures, and is checked like any other.
 */
export class ProvenCredentials {
  private young = new Set<string>();
  private old = new Set<string>();

  has(address: string, hash: string): boolean {
    const entry = hash + address;
    if (this.young.has(entry)) return true;
    if (!this.old.has(entry)) return false;
    this.insert(entry);
    return true;
  }

  add(address: string, hash: string): void {
    this.insert(hash + address);
  }

  remove(address: string, hash: string): void {
    this.young.delete(hash + address);
    this.old.delete(hash + address);
  }

  private insert(entry: string): void {
    if (this.young.size >= MOST) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(entry);
  }
}
