import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareQuery } from '../../streaming/prepared-query.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import type { Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import { ActivityDto } from './activity.dto.js';
import { KeyActivity } from './key-activity.entity.js';

const SHOWN = FieldSelection.of(ActivityDto).columns.map((column) =>
  column === 'application' ? 'COALESCE(entry.application, activity.application)' : `activity.${column}`,
);

/** The queries over activity: by hour, key and scope; keys under the name that they have now, while they have one. */
@Injectable()
export class ActivityRepository {
  private readonly all;

  constructor(@InjectRepository(KeyActivity) activity: Repository<KeyActivity>) {
    this.all = prepareQuery(
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

  ofAll(enterpriseKey: number, range: InstantRange): Query {
    return this.all({ enterpriseKey, ...range });
  }
}
