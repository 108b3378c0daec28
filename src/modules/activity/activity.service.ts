import { Injectable } from '@nestjs/common';
import { RowStream } from '../../streaming/row-stream.js';
import { StreamSource } from '../../streaming/stream-source.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection, rowContext } from '../../streaming/fields/field-selection.js';
import { requestedDays } from '../../http/parameters/day-parameters.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ActivityRecorder } from './activity-recorder.js';
import { ActivityDto, type ActivityQuery } from './activity.dto.js';
import { ActivityRepository } from './activity.repository.js';

const MOST_DAYS = 366;

const fields = FieldSelection.of(ActivityDto);

/** Who read what. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly recorder: ActivityRecorder,
    private readonly source: StreamSource,
  ) {}

  async list(enterprise: CallerEnterprise, days: ActivityQuery): Promise<StreamedResponse> {
    const range = requestedDays(days, MOST_DAYS, ZonedTime.of(enterprise.timeZone));
    await this.recorder.write(); // so that what this instance has just answered is there
    const query = this.activity.ofAll(enterprise.key, range);
    return new RowStream(this.source, { queries: () => [query], fields, context: rowContext(enterprise) });
  }
}
