import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-kinds.js';
import { inSlices, ROWS_IN_SLICE } from '../../database/slices.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { OldRemovalsRepository } from './old-removals.repository.js';

const DAY_MS = 86_400_000;
/** Devices last: their names are needed for as long as a removal of their records is remembered. */
const KINDS = CHANGE_KIND_NAMES.toReversed();

/**
 * Forgets removals that have been remembered for SYNC_TOKEN_DAYS (docs/contract.md, 2.12), in two steps: first no token leads there any
 * more, and a day later, when every answer that began before has ended, what it would have needed goes.
 */
@Injectable()
export class OldRemovalsService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly removals: OldRemovalsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns how many removals went. What the signal leaves is for another time. */
  async forget(signal: AbortSignal): Promise<number> {
    let forgotten = 0;
    for (const { key } of await this.enterprises.list()) {
      for (const kind of KINDS) {
        if (signal.aborted) return forgotten;
        forgotten += await this.forgetOf(key, kind, signal);
      }
    }
    return forgotten;
  }

  private async forgetOf(enterpriseKey: number, kind: ChangeKind, signal: AbortSignal): Promise<number> {
    const { changeNumber, ageMs } = await this.removals.floor(enterpriseKey, kind);
    if (changeNumber > 0 && ageMs < DAY_MS) return 0;
    let forgotten = 0;
    const deleteRemovals = async (): Promise<boolean> => {
      const some = await this.removals.deleteRemovals(enterpriseKey, kind, changeNumber);
      forgotten += some;
      return some < ROWS_IN_SLICE;
    };
    const deleteLines = async (): Promise<boolean> =>
      !(await this.removals.deleteLines(enterpriseKey, kind, changeNumber));
    const isEmpty =
      changeNumber === 0 ||
      ((await inSlices(deleteRemovals, signal)) && (await inSlices(deleteLines, signal)));
    if (isEmpty) await this.raise(enterpriseKey, kind, changeNumber);
    return forgotten;
  }

  private async raise(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<void> {
    const kept = this.config.syncTokenDays * DAY_MS;
    const last = await this.removals.lastOlderThan(enterpriseKey, kind, floor, kept);
    if (last > floor) await this.removals.raiseFloor(enterpriseKey, kind, last);
  }
}
