import { Entity } from 'typeorm';
import { IntegerColumn, PrimarySurrogateColumn } from '../../database/schema/columns.js';

/** What retention has removed of an enterprise and the audit trail does not tell yet: it outlives a process that is killed. */
@Entity('untold_removals', { withoutRowid: true })
export class UntoldRemoval {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @IntegerColumn()
  datausage: number;

  @IntegerColumn()
  screentime: number;

  @IntegerColumn()
  locations: number;
}
