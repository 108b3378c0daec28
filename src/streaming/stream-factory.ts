import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { ReplicaReader } from '../database/rows/reader.js';
import { DownloadSlots } from './download-slots.js';
import { RowStream, type Rows, type Source } from './row-stream.js';
import { ObjectLoader, type ObjectsQuery } from './object-loader.js';
import type { FieldSelection } from './fields/field-selection.js';

export { rowContext } from './fields/field-selection.js';

/** Makes answers out of queries. */
@Injectable()
export class StreamFactory {
  readonly source: Source;

  constructor(reader: ReplicaReader, downloadSlots: DownloadSlots, @Inject(CONFIG) config: Config) {
    this.source = { reader, downloadSlots, compresses: config.compression };
  }

  /** All rows, streamed. */
  array(rows: Rows): RowStream {
    return new RowStream(this.source, rows);
  }

  /** Single objects by their ids, each as a JSON object. */
  objects(query: ObjectsQuery, shape: FieldSelection): ObjectLoader {
    return new ObjectLoader(this.source, shape, query);
  }
}
