import { Injectable } from '@nestjs/common';
import { deviceNotFound } from '../../http/api-error.js';
import type { FleetQuery, ObjectQuery, SyncQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { rowContext } from '../../streaming/fields/field-selection.js';
import { ObjectLoader } from '../../streaming/object-loader.js';
import { RowStream, type Rows } from '../../streaming/row-stream.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { ChangeFeedService, type Feed } from '../change-feed/change-feed.service.js';
import { DETAIL_FIELDS, DevicesRepository, LAST_LOCATION_FIELDS, LIST_FIELDS } from './devices.repository.js';

/** Orders the feed by device key, because a sync token has no space for an ID. */
const DEVICES: Feed = {
  kind: 'devices',
  table: 'devices',
  order: ['device_key'],
  isDeleted: (alias) => `${alias}.status = 'DELETED'`,
  fields: LIST_FIELDS,
};

@Injectable()
export class DevicesService {
  private readonly details: ObjectLoader;

  constructor(
    private readonly devices: DevicesRepository,
    private readonly source: StreamSource,
    private readonly changeFeed: ChangeFeedService,
  ) {
    this.details = new ObjectLoader(source, DETAIL_FIELDS, (key, ids, fields) =>
      devices.listByIds(key, ids, fields),
    );
  }

  list(enterprise: CallerEnterprise, query: FleetQuery): StreamedResponse {
    const context = rowContext(enterprise);
    return new RowStream(this.source, { ...this.allRows(enterprise, query), context, name: DEVICES.kind });
  }

  listWithToken(enterprise: CallerEnterprise, query: SyncQuery): StreamedResponse {
    const { since } = query;
    return since === undefined
      ? this.changeFeed.snapshot(DEVICES.kind, enterprise, this.allRows(enterprise, query))
      : this.changeFeed.changesSince(DEVICES, enterprise, { ...query, since });
  }

  async get(
    enterprise: CallerEnterprise,
    deviceId: string,
    { fields }: ObjectQuery,
  ): Promise<StreamedResponse> {
    const device = await this.details.find(enterprise, deviceId, fields);
    if (!device) throw deviceNotFound();
    return device;
  }

  listLastLocations(enterprise: CallerEnterprise): StreamedResponse {
    return new RowStream(this.source, {
      queries: () => [this.devices.listLastLocations(enterprise.key)],
      fields: LAST_LOCATION_FIELDS,
      context: rowContext(enterprise),
    });
  }

  private allRows(enterprise: CallerEnterprise, query: FleetQuery): Pick<Rows, 'queries' | 'fields'> {
    const fields = LIST_FIELDS.pick(query.fields);
    return { queries: () => [this.devices.list(enterprise.key, fields)], fields };
  }
}
