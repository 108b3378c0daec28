import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { rateLimited } from '../../http/api-error.js';
import { Metrics } from '../../metrics/metrics.js';
import { Administrator } from './administrator.entity.js';
import { rowOf } from './administrator-rows.js';

const MOST_TRIES = 10;
const WINDOW_MS = 15 * 60_000;

/** What a right code sets: the next wrong one begins a new window. */
export const NO_CODE_TRIES = { codeTries: 0, codeTriesUntil: 0 } as const;

/**
 * Limits the second-factor codes of a person to 10 in 15 minutes. The count is in the person's row, so it holds for every browser,
 * instance and restart, and no setting lifts it. Only a caller who has the password can use it up.
 */
@Injectable()
export class CodeTries {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly metrics: Metrics,
  ) {}

  /** Counts a try before the code is checked, so that tries that arrive together are all counted. */
  async count(person: Administrator): Promise<void> {
    const now = Date.now();
    const isOpen = `code_tries_until > ${now}`;
    const { affected } = await this.people
      .createQueryBuilder()
      .update()
      .set({
        // MySQL evaluates these in order, and the first must see the old end of the window
        codeTries: () => `CASE WHEN ${isOpen} THEN code_tries + 1 ELSE 1 END`,
        codeTriesUntil: () => `CASE WHEN ${isOpen} THEN code_tries_until ELSE ${now + WINDOW_MS} END`,
      })
      .where(rowOf(person))
      .andWhere(`NOT (${isOpen} AND code_tries >= ${MOST_TRIES})`)
      .execute();
    if (affected === 0) throw await this.refusal(person, now);
  }

  private async refusal(person: Administrator, now: number): Promise<Error> {
    this.metrics.rateLimitRefusals.inc({ policy: 'sign-in-code' });
    const { codeTriesUntil } = (await this.people.findOneBy(rowOf(person))) ?? NO_CODE_TRIES;
    return rateLimited('Too many codes were tried.', Math.max(1, Math.ceil((codeTriesUntil - now) / 1000)));
  }
}
