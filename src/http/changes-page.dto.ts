import { ApiProperty } from '@nestjs/swagger';

/** The members of a page of a feed that follow `items`. */
export class ChangesPageDto {
  @ApiProperty({
    description: 'The token to continue with, as `since`.',
  })
  sync_token: string;

  @ApiProperty({ description: 'True if there are more items.' })
  has_more: boolean;

  @ApiProperty({
    description: 'The absolute URL of the next page. Null on the last page.',
    type: 'string',
    format: 'uri',
    nullable: true,
  })
  next: string | null;
}
