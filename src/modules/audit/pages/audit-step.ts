/** So many events are read in one piece. */
export const SEARCHED_AT_ONCE = 500;
/** So many are looked at for one answer. */
export const STEP = 10_000;
/** So many pieces may be empty, of values that no event has. */
const MOST_PIECES = 500;
/** An answer is due long before its client is told to come back later. */
const LONGEST_MS = 1_000;

/** How far one answer goes into a trail, whatever its length. Whoever asks goes on where it ends. */
export class AuditStep {
  events = 0;
  private pieces = 0;
  private readonly giveUpAt = performance.now() + LONGEST_MS;

  add(): void {
    this.events++;
  }

  /** Whether there may be another piece. */
  mayGoOn(): boolean {
    this.pieces++;
    return this.events < STEP && this.pieces < MOST_PIECES && performance.now() < this.giveUpAt;
  }
}
