import { Inject, Injectable } from '@nestjs/common';
import { RowReader } from '../database/rows/row-reader.js';
import type { CallerEnterprise } from '../http/request/request-context.js';

/** Finds the enterprise that an administrator acts for. */
@Injectable()
export class EnterpriseLookUp {
  constructor(@Inject(RowReader) private readonly reader: RowReader) {}

  async find(id: string): Promise<CallerEnterprise | undefined> {
    const [row] = await this.reader.rows({
      sql: 'SELECT e.key, e.id, e.time_zone FROM enterprises e WHERE e.id = ?',
      parameters: [id],
    });
    return row && { key: Number(row[0]), id: String(row[1]), timeZone: String(row[2]) };
  }
}
