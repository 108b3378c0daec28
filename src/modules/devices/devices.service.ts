import { Injectable } from '@nestjs/common';
import { rowContext, StreamFactory } from '../../streaming/stream-factory.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import type { RowStream } from '../../streaming/row-stream.js';
import type { ObjectLoader } from '../../streaming/object-loader.js';
import { deviceNotFound } from '../../http/api-error.js';
import type { FleetQuery, ObjectQuery } from '../../http/parameters/rows.query.js';
import type { SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ChangeFeedService, type Feed } from '../change-feed/change-feed.service.js';
import { DETAIL_FIELDS, LAST_POSITION_FIELDS, LIST_FIELDS } from './device.shapes.js';
import { DevicesRepository } from './devices.repository.js';

/** By its number, for which a token has room. */
const DEVICES: Feed = {
  kind: 'devices',
  table: 'devices',
  order: ['device_key'],
  isGone: (alias) => `${alias}.status = 'DELETED'`,
  shape: LIST_FIELDS,
};

/** The devices of an enterprise. */
@Injectable()
export class DevicesService {
  private readonly details: ObjectLoader;

  constructor(
    private readonly devices: DevicesRepository,
    private readonly answers: StreamFactory,
    private readonly sync: ChangeFeedService,
  ) {
    this.details = answers.objects((key, ids) => devices.details(key, ids), DETAIL_FIELDS);
  }

  list(enterprise: CallerEnterprise, { fields }: FleetQuery): RowStream {
    return this.answers.array({
      queries: () => [this.devices.list(enterprise.key)],
      shape: LIST_FIELDS.pick(fields),
      context: rowContext(enterprise),
      name: DEVICES.kind,
    });
  }

  /** All, or what changed of them. */
  follow(enterprise: CallerEnterprise, query: SyncQuery): StreamedResponse {
    return this.sync.answer(DEVICES, enterprise, query, () => this.list(enterprise, query));
  }

  async require(
    enterprise: CallerEnterprise,
    deviceId: string,
    { fields }: ObjectQuery,
  ): Promise<StreamedResponse> {
    const answer = await this.details.find(enterprise, deviceId, fields);
    if (!answer) throw deviceNotFound();
    return answer;
  }

  /** Where each device is: its newest position, or what the device itself says where that is newer. */
  listLastPositions(enterprise: CallerEnterprise): StreamedResponse {
    return this.answers.array({
      queries: () => [this.devices.lastPositions(enterprise.key)],
      shape: LAST_POSITION_FIELDS,
      context: rowContext(enterprise),
    });
  }
}
