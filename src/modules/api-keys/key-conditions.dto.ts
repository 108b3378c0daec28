import { ApiProperty } from '@nestjs/swagger';

export class KeyConditionsDto {
  @ApiProperty({
    description: 'So many days ahead a key must end; null where it need not.',
    type: 'integer',
    nullable: true,
    example: 365,
  })
  max_key_days: number | null;

  @ApiProperty({ description: 'Where this request comes from.', example: '203.0.113.7' })
  address: string;

  @ApiProperty({
    description:
      'Whether requests carry `X-Forwarded-For` from a proxy whose word `TRUST_PROXY` does not take: then the address is that of the proxy, for all alike, and no list of networks tells one client from another.',
    example: false,
  })
  address_unclear: boolean;
}
