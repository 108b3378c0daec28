import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../../database/change-log.js';
import { inSlices, ROWS_IN_SLICE } from '../../database/slices.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { TombstonesRepository } from './tombstones.repository.js';

const DAY_MS = 86_400_000;
/** Devices last: the tombstones of records need the names of their devices. */
const KINDS = CHANGE_KIND_NAMES.toReversed();

/**
 * Purges tombstones after SYNC_TOKEN_DAYS (docs/contract.md, 2.12) in two steps. The first one expires the tokens that need them. A day
 * later, when every response that began before has ended, the second one deletes them.
 */
@Injectable()
export class TombstonesService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly tombstones: TombstonesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the number of deleted tombstones. After the signal the next run continues. */
  async purge(signal: AbortSignal): Promise<number> {
    let purged = 0;
    for (const { key } of await this.enterprises.list()) {
      for (const kind of KINDS) {
        if (signal.aborted) return purged;
        purged += await this.purgeKind(key, kind, signal);
      }
    }
    return purged;
  }

  private async purgeKind(enterpriseKey: number, kind: ChangeKind, signal: AbortSignal): Promise<number> {
    const { changeNumber, ageMs } = await this.tombstones.floor(enterpriseKey, kind);
    if (changeNumber > 0 && ageMs < DAY_MS) return 0;
    let purged = 0;
    const deleteTombstones = async (): Promise<boolean> => {
      const some = await this.tombstones.deleteTombstones(enterpriseKey, kind, changeNumber);
      purged += some;
      return some < ROWS_IN_SLICE;
    };
    const deleteLines = async (): Promise<boolean> =>
      !(await this.tombstones.deleteLines(enterpriseKey, kind, changeNumber));
    const isEmpty =
      changeNumber === 0 ||
      ((await inSlices(deleteTombstones, signal)) && (await inSlices(deleteLines, signal)));
    if (isEmpty) await this.raiseFloor(enterpriseKey, kind, changeNumber);
    return purged;
  }

  private async raiseFloor(enterpriseKey: number, kind: ChangeKind, floor: number): Promise<void> {
    const kept = this.config.syncTokenDays * DAY_MS;
    const last = await this.tombstones.lastOlderThan(enterpriseKey, kind, floor, kept);
    if (last > floor) await this.tombstones.raiseFloor(enterpriseKey, kind, last);
  }
}
