import { Integer, Text } from '../../answers/fields/fields.js';
import { MOST_KEPT_DAYS } from '../../time/days.js';

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

  @Integer({
    description: 'Histories older than so many whole days are removed; null keeps them for ever.',
    range: [1, MOST_KEPT_DAYS],
    example: 365,
  })
  retention_days: number | null;
}
