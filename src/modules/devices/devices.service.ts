import { Injectable } from '@nestjs/common';
import { answerContext, AnswerFactory } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import type { ObjectReads } from '../../answers/object-reads.js';
import type { Serializer } from '../../answers/serializer.js';
import type { Query } from '../../database/rows/row-reader.js';
import { deviceNotFound } from '../../http/errors/api-error.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import type { OneDevice } from './device-records.js';
import { detailSerializer, lastPositionSerializer, listSerializer } from './device.serializers.js';
import { DevicesRepository } from './devices.repository.js';

/** The devices of an enterprise. */
@Injectable()
export class DevicesService {
  private readonly details: ObjectReads;

  constructor(
    private readonly devices: DevicesRepository,
    private readonly answers: AnswerFactory,
  ) {
    this.details = answers.objects((key, ids) => devices.details(key, ids), detailSerializer);
  }

  list(enterprise: CallerEnterprise): Answer {
    return this.answers.array(this.devices.list(enterprise.key), listSerializer, answerContext(enterprise));
  }

  async require(enterprise: CallerEnterprise, deviceId: string): Promise<Answer> {
    const answer = await this.details.find(enterprise, deviceId);
    if (!answer) throw deviceNotFound();
    return answer;
  }

  /** Where each device is: its newest position, or what the device itself says where that is newer. */
  listLastPositions(enterprise: CallerEnterprise): Answer {
    return this.answers.array(
      this.devices.lastPositions(enterprise.key),
      lastPositionSerializer,
      answerContext(enterprise),
    );
  }

  /** For the modules whose records belong to a device: tells a device without records from one that is not there. */
  answerRecords(
    enterprise: CallerEnterprise,
    deviceId: string,
    serializer: Serializer,
    queryOf: (device: OneDevice) => Query,
  ): Answer {
    const device = { enterpriseKey: enterprise.key, deviceId };
    return this.answers.array(queryOf(device), serializer, answerContext(enterprise, deviceId), {
      required: { query: this.devices.presence(device), absent: deviceNotFound },
    });
  }
}
