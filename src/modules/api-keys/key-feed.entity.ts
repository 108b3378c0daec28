import { Entity, PrimaryColumn } from 'typeorm';
import { PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/** How far a key has read where it follows the feed of one kind. */
@Entity('key_feeds', { withoutRowid: true })
export class KeyFeed {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  /** What came until then it has; null while it reads everything for the first time. */
  @TimeColumn({ nullable: true })
  readUntil: number | null;

  @TimeColumn()
  askedAt: number;
}
