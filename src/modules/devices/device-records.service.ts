import { Injectable } from '@nestjs/common';
import type { Query } from '../../database/rows/row-reader.js';
import { answerContext, AnswerFactory } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import { deviceNotFound } from '../../http/errors/api-error.js';
import type { InstantRange } from '../../time/days.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import type { Serializer } from '../../answers/serializer.js';
import { lastPositionSerializer } from './device.serializers.js';
import { DevicesRepository, type DeviceQuery, type DeviceRangeQuery } from './devices.repository.js';
import type { FleetQuery, StoredPosition } from './last-positions.js';

/** For the modules whose records belong to a device: finds them, and tells a device without records from one that is not there. */
@Injectable()
export class DeviceRecordsService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly answers: AnswerFactory,
  ) {}

  query<RecordEntity extends { enterpriseKey: number; deviceKey: number }>(
    entity: new () => RecordEntity,
    serializer: Serializer,
    order: readonly (keyof RecordEntity & string)[],
  ): DeviceQuery {
    return this.devices.recordsOfDevice(entity, (alias) => serializer.select(alias), order);
  }

  /** The same for a half-open range of instants in a column. */
  rangeQuery<RecordEntity extends { enterpriseKey: number; deviceKey: number }>(
    entity: new () => RecordEntity,
    serializer: Serializer,
    time: keyof RecordEntity & string,
    order: readonly (keyof RecordEntity & string)[],
  ): DeviceRangeQuery {
    return this.devices.recordsInRange(entity, (alias) => serializer.select(alias), time, order);
  }

  /** Of these the newest. */
  newestQuery<RecordEntity extends { enterpriseKey: number; deviceKey: number }>(
    entity: new () => RecordEntity,
    serializer: Serializer,
    time: keyof RecordEntity & string,
  ): DeviceRangeQuery {
    return this.devices.newestInRange(entity, (alias) => serializer.select(alias), time);
  }

  lastPositionsQuery(position: new () => StoredPosition): FleetQuery {
    return this.devices.lastPositions(position);
  }

  answerLastPositions(query: FleetQuery, enterprise: CallerEnterprise): Answer {
    return this.answers.array(
      query({ enterpriseKey: enterprise.key }),
      lastPositionSerializer,
      answerContext(enterprise),
    );
  }

  answer(query: DeviceQuery, serializer: Serializer, enterprise: CallerEnterprise, deviceId: string): Answer {
    return this.answerRows(
      query({ enterpriseKey: enterprise.key, deviceId }),
      serializer,
      enterprise,
      deviceId,
    );
  }

  answerRange(
    query: DeviceRangeQuery,
    range: InstantRange,
    serializer: Serializer,
    enterprise: CallerEnterprise,
    deviceId: string,
  ): Answer {
    const bound = query({ enterpriseKey: enterprise.key, deviceId, ...range });
    return this.answerRows(bound, serializer, enterprise, deviceId);
  }

  private answerRows(
    bound: Query,
    serializer: Serializer,
    enterprise: CallerEnterprise,
    deviceId: string,
  ): Answer {
    return this.answers.array(bound, serializer, answerContext(enterprise, deviceId), {
      required: {
        query: this.devices.presence({ enterpriseKey: enterprise.key, deviceId }),
        absent: deviceNotFound,
      },
    });
  }
}
