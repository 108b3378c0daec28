/** Pieces of answers that go first for each one that lets them. */
const PIECES_FIRST = 3;
/** Who lets others go first goes on all the same when they have made nothing of it for so long. */
const NOTHING_MADE_MS = 2;

interface Answer {
  readonly enterprise: number;
  /** Whether it waits for its client. */
  readonly isHeldUp: boolean;
}

/**
 * Whose piece is made next, among the long answers of a process: those of an enterprise that has at least twice as many of them as another
 * let that one's go first. So an enterprise that asks for little gets most of what it would have alone, whatever others ask for (decision 0006).
 */
export class Turns {
  private readonly answers = new Set<Answer>();
  private readonly queue: (() => void)[] = [];
  private pieces = 0;
  private hasMoved = false;
  private timer: NodeJS.Timeout | undefined;

  /** `longAnswersOf`: how many an enterprise has. */
  constructor(private readonly longAnswersOf: (enterprise: number) => number) {}

  enter(answer: Answer): void {
    this.answers.add(answer);
  }

  leave(answer: Answer): void {
    this.answers.delete(answer);
  }

  /** After a piece of an answer; undefined where it need not wait with the next. */
  next(answer: Answer): Promise<void> | undefined {
    if (this.letsOthersGoFirst(answer)) {
      this.timer ??= setInterval(() => this.look(), NOTHING_MADE_MS);
      return new Promise((resolve) => this.queue.push(resolve));
    }
    if (this.queue.length > 0) {
      this.hasMoved = true;
      this.pieces++;
      if (this.pieces % PIECES_FIRST === 0) this.queue.shift()?.();
    }
    return undefined;
  }

  private letsOthersGoFirst({ enterprise }: Answer): boolean {
    const own = this.longAnswersOf(enterprise);
    for (const other of this.answers)
      if (!other.isHeldUp && own >= 2 * this.longAnswersOf(other.enterprise)) return true;
    return false;
  }

  private look(): void {
    if (!this.hasMoved) this.queue.shift()?.();
    this.hasMoved = false;
    if (this.queue.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
