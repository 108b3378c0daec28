import { Injectable } from '@nestjs/common';
import { LongReads } from '../database/rows/places.js';
import { RowReader, type Query } from '../database/rows/row-reader.js';
import { ArrayAnswer, type ArrayOptions } from './array-answer.js';
import type { Answer } from './answers.js';
import { ObjectReads, type ObjectsQuery } from './object-reads.js';
import type { AnswerContext, Serializer } from './serializer.js';

export { answerContext } from './serializer.js';

/** Makes answers out of queries. */
@Injectable()
export class AnswerFactory {
  constructor(
    readonly reader: RowReader,
    readonly longReads: LongReads,
  ) {}

  /** All rows, as a JSON array, streamed. */
  array(query: Query, serializer: Serializer, context: AnswerContext, options?: ArrayOptions): Answer {
    return new ArrayAnswer(this, query, { serializer, context }, options);
  }

  /** Single objects by their ids, each as a JSON object. */
  objects(query: ObjectsQuery, serializer: Serializer): ObjectReads {
    return new ObjectReads(this.reader, serializer, query);
  }
}
