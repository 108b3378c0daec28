import { Injectable } from '@nestjs/common';
import { rowContext, StreamFactory } from '../../streaming/stream-factory.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import { requestedDays } from '../../http/parameters/day-parameters.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ActivityRecorder } from './activity-recorder.js';
import { ActivityDto, type ActivityQuery } from './activity.dto.js';
import { ActivityRepository } from './activity.repository.js';

const MOST_DAYS = 366;

const shape = FieldSelection.of(ActivityDto);

/** Who read what. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly recorder: ActivityRecorder,
    private readonly answers: StreamFactory,
  ) {}

  async list(enterprise: CallerEnterprise, days: ActivityQuery): Promise<StreamedResponse> {
    const range = requestedDays(days, MOST_DAYS, ZonedTime.of(enterprise.timeZone));
    await this.recorder.write(); // so that what this instance has just answered is there
    const query = this.activity.ofAll(enterprise.key, range);
    return this.answers.array({ queries: () => [query], shape, context: rowContext(enterprise) });
  }
}
