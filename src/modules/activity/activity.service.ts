import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { answerContext, AnswerFactory } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import { compileQuery } from '../../answers/compiled-query.js';
import { Shape } from '../../answers/fields/shape.js';
import { requestedDays } from '../../http/parameters/day-parameters.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ActivityRecorder } from './activity-recorder.js';
import { ActivityDto, type ActivityQuery } from './activity.dto.js';
import { KeyActivity } from './key-activity.entity.js';

const MOST_DAYS = 366;

const shape = Shape.of(ActivityDto);
const SHOWN = shape.columns.map((column) =>
  column === 'application' ? 'COALESCE(entry.application, activity.application)' : `activity.${column}`,
);

/** Who read what: by hour, key and scope; keys under the name that they have now, while they have one. */
@Injectable()
export class ActivityService {
  private readonly inRange;

  constructor(
    @InjectRepository(KeyActivity) activity: Repository<KeyActivity>,
    private readonly recorder: ActivityRecorder,
    private readonly answers: AnswerFactory,
  ) {
    this.inRange = compileQuery(
      activity
        .createQueryBuilder('activity')
        .select(SHOWN.join(', '))
        .leftJoin(
          'api_keys',
          'entry',
          'entry.enterpriseKey = activity.enterpriseKey AND entry.id = activity.apiKeyId',
        )
        .where('activity.enterpriseKey = :enterpriseKey')
        .andWhere('activity.hour >= :from AND activity.hour < :until')
        .orderBy('activity.hour')
        .addOrderBy('activity.apiKeyId')
        .addOrderBy('activity.scope'),
      ['enterpriseKey', 'from', 'until'],
    );
  }

  async list(enterprise: CallerEnterprise, days: ActivityQuery): Promise<Answer> {
    const range = requestedDays(days, MOST_DAYS, ZonedTime.of(enterprise.timeZone));
    await this.recorder.write(); // so that what this instance has just answered is there
    const query = this.inRange({ enterpriseKey: enterprise.key, ...range });
    return this.answers.array({ queries: () => [query], shape, context: answerContext(enterprise) });
  }
}
