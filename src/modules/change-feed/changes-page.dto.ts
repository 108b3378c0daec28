import { ApiProperty } from '@nestjs/swagger';

/** The members of a page of a feed that follow `items`. */
export class ChangesPageDto {
  @ApiProperty({
    description: 'The token to continue with, as `since`. The same as `X-Sync-Token`.',
    example: 'IDEgMTd4Z3QyOXM3dg.Wqtu3vYFyrAPjxcNNafOA7LyV1PCBYHaJiSiRgWRYcA',
  })
  sync_token: string;

  @ApiProperty({ description: 'True if there are more items. The next page may be empty.', example: false })
  has_more: boolean;

  @ApiProperty({
    description: 'The absolute URL of the next page. Null on the last page.',
    type: 'string',
    format: 'uri',
    nullable: true,
    example: null,
  })
  next: string | null;
}
