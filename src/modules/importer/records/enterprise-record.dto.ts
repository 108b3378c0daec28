import { Text } from '../../../answers/fields.js';

/** A line of enterprises.ndjson. No answer shows it. */
export class EnterpriseRecordDto {
  @Text({
    description: 'Identifier of the enterprise. Requests name it in a header.',
    example: 'havelwerk-logistik',
    fitsHeader: true,
  })
  id: string;

  @Text({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  name: string;

  @Text({ description: 'IANA name of its time zone; UTC where it is absent.', example: 'Europe/Berlin' })
  time_zone: string;
}
