import { Injectable } from '@nestjs/common';
import { answerContext, AnswerFactory } from '../../answers/answer-factory.js';
import type { Answer } from '../../answers/answers.js';
import type { ObjectReads } from '../../answers/object-reads.js';
import { deviceNotFound } from '../../http/errors/api-error.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { detailSerializer, listSerializer } from './device.serializers.js';
import { DevicesRepository } from './devices.repository.js';

/** The devices of an enterprise. */
@Injectable()
export class DevicesService {
  private readonly details: ObjectReads;

  constructor(
    private readonly devices: DevicesRepository,
    private readonly answers: AnswerFactory,
  ) {
    this.details = answers.objects(devices.details, detailSerializer);
  }

  list(enterprise: CallerEnterprise): Answer {
    return this.answers.array(
      this.devices.list({ enterpriseKey: enterprise.key }),
      listSerializer,
      answerContext(enterprise),
    );
  }

  async require(enterprise: CallerEnterprise, deviceId: string): Promise<Answer> {
    const answer = await this.details.find(enterprise, deviceId);
    if (!answer) throw deviceNotFound();
    return answer;
  }
}
