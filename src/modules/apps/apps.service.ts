import { Injectable } from '@nestjs/common';
import type { ChangesQuery, DevicesFilterQuery, RowsQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { FieldSelection } from '../../streaming/fields/field-selection.js';
import type { RowStream } from '../../streaming/row-stream.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { CHANGE_DEVICE_ID_COLUMN, DEVICE_ID_COLUMN, isOfDeletedDevice } from '../records/device-queries.js';
import { RecordStreams, type RecordType } from '../records/record-streams.service.js';
import { ApplicationChangeDto, ApplicationDto } from './application.dto.js';
import { AppsRepository } from './apps.repository.js';

const APPLICATIONS: RecordType = {
  kind: 'applications',
  isDeleted: isOfDeletedDevice,
  deviceFields: FieldSelection.of(ApplicationDto),
  fields: FieldSelection.of(ApplicationDto, DEVICE_ID_COLUMN),
  changeFields: FieldSelection.ofChanges(ApplicationChangeDto, CHANGE_DEVICE_ID_COLUMN),
};

@Injectable()
export class AppsService {
  constructor(
    private readonly apps: AppsRepository,
    private readonly records: RecordStreams,
  ) {}

  list(enterprise: CallerEnterprise, deviceId: string, query: RowsQuery): RowStream {
    return this.records.forDevice(APPLICATIONS, enterprise, deviceId, query, (device, fields) =>
      this.apps.listByDevice(device, fields),
    );
  }

  listAll(enterprise: CallerEnterprise, query: DevicesFilterQuery): StreamedResponse {
    return this.records.forAllDevices(APPLICATIONS, enterprise, query, (deviceKeys, fields) =>
      this.apps.listByDevices(enterprise.key, deviceKeys, fields),
    );
  }

  /** Returns the rows of `listAll`, device by device. */
  rowsOfAll(enterprise: CallerEnterprise, query: RowsQuery): RowStream {
    return this.records.rowsOfAllDevices(APPLICATIONS, enterprise, query, (deviceKeys, fields) =>
      this.apps.listByDevices(enterprise.key, deviceKeys, fields),
    );
  }

  changesSince(enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    return this.records.changesSince(APPLICATIONS, enterprise, query);
  }
}
