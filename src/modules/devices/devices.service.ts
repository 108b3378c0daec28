import { Injectable } from '@nestjs/common';
import { answerContext, AnswerFactory } from '../../http/answer-factory.js';
import type { Answer } from '../../http/answers.js';
import { deviceNotFound } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { detailSerializer, lastPositionSerializer, listSerializer } from './device.serializers.js';
import { DevicesRepository } from './devices.repository.js';

/** The devices of an enterprise. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly answers: AnswerFactory,
  ) {}

  list(enterprise: CallerEnterprise): Answer {
    return this.answers.array(
      this.devices.list({ enterpriseKey: enterprise.key }),
      listSerializer,
      answerContext(enterprise),
    );
  }

  lastPositions(enterprise: CallerEnterprise): Answer {
    return this.answers.array(
      this.devices.lastPositions({ enterpriseKey: enterprise.key }),
      lastPositionSerializer,
      answerContext(enterprise),
    );
  }

  async require(enterprise: CallerEnterprise, deviceId: string): Promise<Answer> {
    const query = this.devices.detail({ enterpriseKey: enterprise.key, deviceId });
    const answer = await this.answers.object(query, detailSerializer, answerContext(enterprise));
    if (!answer) throw deviceNotFound();
    return answer;
  }
}
