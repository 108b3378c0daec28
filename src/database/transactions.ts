import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';
import { retrying } from './engine/retry.js';

/** After this long there is no other try: whoever waits for the result has been told to come back later. */
const TRY_FOR_MS = 1_500;

/** Runs writes in transactions. Where the engine asks for another try, they get it. */
@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const engine = engineOf(this.dataSource);
    const giveUpAt = Date.now() + TRY_FOR_MS;
    return retrying(engine.errors, () => engine.transaction(this.dataSource, work), giveUpAt);
  }
}
