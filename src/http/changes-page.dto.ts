import { ApiProperty } from '@nestjs/swagger';

class ChangesPage {
  @ApiProperty({ description: 'The token to continue with, as `since`.' })
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

/** Returns the class of a page of a feed with these items. */
export function ChangesPageOf<Item>(type: new () => Item): new () => ChangesPage & { items: Item[] } {
  class Changes extends ChangesPage {
    @ApiProperty({ description: 'The changed and deleted records.', type: [type] })
    items: Item[];
  }
  return Changes;
}
