import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { AnswerReader } from '../database/rows/reader.js';
import { LongAnswerSlots } from './download-slots.js';
import { ArrayAnswer, type Rows, type Source } from './row-stream.js';
import { ObjectReads, type ObjectsQuery } from './object-loader.js';
import type { Shape } from './fields/field-selection.js';

export { answerContext } from './fields/field-selection.js';

/** Makes answers out of queries. */
@Injectable()
export class AnswerFactory {
  readonly source: Source;

  constructor(reader: AnswerReader, longAnswerSlots: LongAnswerSlots, @Inject(CONFIG) config: Config) {
    this.source = { reader, longAnswerSlots, compresses: config.compression };
  }

  /** All rows, streamed. */
  array(rows: Rows): ArrayAnswer {
    return new ArrayAnswer(this.source, rows);
  }

  /** Single objects by their ids, each as a JSON object. */
  objects(query: ObjectsQuery, shape: Shape): ObjectReads {
    return new ObjectReads(this.source, shape, query);
  }
}
