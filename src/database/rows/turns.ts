/** How often it is looked whether anybody makes use of going first. */
const LOOK_MS = 2;
/** Who lets others go first goes on all the same when these have made nothing between so many looks: longer than a piece takes on a slow machine. */
const IDLE_LOOKS = 4;

interface Answer {
  readonly enterprise: number;
  /** Whether it waits for its client. */
  readonly isHeldUp: boolean;
}

interface Waiting {
  /** How many pieces it lets others make. */
  readonly behind: number;
  readonly proceed: () => void;
}

/**
 * Whose piece is made next, among the long answers of a process: those of an enterprise that has at least twice as many of them as another
 * let that one make as many pieces first as they are times more. So an enterprise that asks for little gets most of what it would have
 * alone, whatever others ask for (decision 0006).
 */
export class Turns {
  private readonly answers = new Set<Answer>();
  private readonly queue: Waiting[] = [];
  /** Since the last of those that wait went on. */
  private pieces = 0;
  private hasMoved = false;
  private idleLooks = 0;
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
    const behind = this.piecesBefore(answer);
    if (behind > 0) {
      this.timer ??= setInterval(() => this.look(), LOOK_MS);
      return new Promise((proceed) => this.queue.push({ behind, proceed }));
    }
    const [first] = this.queue;
    if (!first) return undefined;
    this.hasMoved = true;
    if (++this.pieces >= first.behind) this.passOn();
    return undefined;
  }

  /** How many pieces others make before the next of this answer. */
  private piecesBefore({ enterprise }: Answer): number {
    const own = this.longAnswersOf(enterprise);
    let most = 1;
    for (const other of this.answers)
      if (!other.isHeldUp) most = Math.max(most, Math.floor(own / this.longAnswersOf(other.enterprise)));
    return most > 1 ? most : 0;
  }

  private passOn(): void {
    this.pieces = 0;
    this.queue.shift()?.proceed();
  }

  private look(): void {
    this.idleLooks = this.hasMoved ? 0 : this.idleLooks + 1;
    this.hasMoved = false;
    if (this.idleLooks >= IDLE_LOOKS) this.passOn();
    if (this.queue.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.idleLooks = 0;
  }
}
