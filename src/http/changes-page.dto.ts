import { ApiProperty } from '@nestjs/swagger';

const TOKEN = 'IDEgMTd4Z3QyOXM3dg.Wqtu3vYFyrAPjxcNNafOA7LyV1PCBYHaJiSiRgWRYcA';

/** The members of a page of a feed that follow `items`. */
export class ChangesPageDto {
  @ApiProperty({
    description: 'The token to continue with, as `since`. The same as `X-Sync-Token`.',
    example: TOKEN,
  })
  sync_token: string;

  @ApiProperty({ description: 'True if there are more items. The next page may be empty.', example: true })
  has_more: boolean;

  @ApiProperty({
    description: 'The absolute URL of the next page. Null on the last page.',
    type: 'string',
    format: 'uri',
    nullable: true,
    example: `https://devices.example.com/api/v1/device/changes?since=${TOKEN}`,
  })
  next: string | null;
}
