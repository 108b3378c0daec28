import { Injectable } from '@nestjs/common';
import { ApiError } from '../../http/api-error.js';
import type { ChangesQuery, DevicesQuery, ObjectQuery } from '../../http/list-query.dto.js';
import { joinHidden, splitHidden } from '../../http/hidden-data.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { FieldSelection, rowContext } from '../../streaming/fields/field-selection.js';
import { ObjectLoader, type ObjectResponse } from '../../streaming/object-loader.js';
import { RowStream, type JsonObject } from '../../streaming/row-stream.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { ChangeFeedService, type Feed } from '../change-feed/change-feed.service.js';
import { devicePresence } from '../records/device-queries.js';
import { DeviceChangeDto } from './device.dto.js';
import { DETAIL_FIELDS, DevicesRepository, LAST_LOCATION_FIELDS, LIST_FIELDS } from './devices.repository.js';

const DEVICES: Feed = {
  kind: 'devices',
  isDeleted: (alias) => `${alias}.status = 'DELETED'`,
  changeFields: FieldSelection.ofChanges(DeviceChangeDto),
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

  list(enterprise: CallerEnterprise, query: DevicesQuery): RowStream {
    const context = rowContext(enterprise);
    return new RowStream(this.source, { ...this.rows(enterprise, query), context, name: DEVICES.kind });
  }

  listWithToken(enterprise: CallerEnterprise, query: DevicesQuery): StreamedResponse {
    return this.changeFeed.snapshot(DEVICES.kind, enterprise, this.rows(enterprise, query), query);
  }

  changesSince(enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    return this.changeFeed.changesSince(DEVICES, enterprise, query);
  }

  async get(
    enterprise: CallerEnterprise,
    deviceId: string,
    { fields }: ObjectQuery,
  ): Promise<ObjectResponse> {
    const device = await this.details.find(enterprise, deviceId, fields);
    if (!device) throw new ApiError('device_not_found');
    return device;
  }

  /** Returns the detail with every credential hidden, in addition to what the key may not see. */
  async readWithoutCredentials(enterprise: CallerEnterprise, deviceId: string): Promise<JsonObject> {
    const hiddenData = splitHidden(joinHidden([...enterprise.hiddenData, 'credentials']));
    const device = await this.details.find({ ...enterprise, hiddenData }, deviceId);
    if (!device) throw new ApiError('device_not_found');
    return device.toObject();
  }

  /** Throws if the enterprise has no such device. */
  async require({ key }: CallerEnterprise, deviceId: string): Promise<void> {
    const presence = devicePresence({ enterpriseKey: key, deviceId });
    const found = await this.source.reader.rows(presence);
    if (found.length === 0) throw new ApiError('device_not_found');
  }

  listLastLocations(enterprise: CallerEnterprise): StreamedResponse {
    return new RowStream(this.source, {
      queries: () => [this.devices.listLastLocations(enterprise.key)],
      fields: LAST_LOCATION_FIELDS,
      context: rowContext(enterprise),
    });
  }

  private rows({ key, hiddenData }: CallerEnterprise, query: DevicesQuery) {
    const fields = LIST_FIELDS.pick(query.fields, hiddenData);
    return { queries: () => [this.devices.list(key, fields, query)], fields };
  }
}
