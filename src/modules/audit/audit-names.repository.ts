import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { engineOf } from '../../database/engine/engine.js';
import { SearchTicks } from './search-pace.js';

/** A column whose values can be stepped through, and the index that has them in their order. */
const INDEX_OF = {
  actor: 'audit_events_actor',
  action: 'audit_events_action',
  api_key_id: 'audit_events_key',
} as const;

export type NamedColumn = keyof typeof INDEX_OF;

export interface NamedKey {
  readonly id: string;
  readonly application: string;
}

interface LastNamed extends NamedKey {
  readonly sequence: number;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Who and what is named in a trail, found by stepping from one value of an index to the next: it does not read the events between. */
@Injectable()
export class AuditNamesRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly ticks: SearchTicks,
  ) {}

  /** The values of a column, from one of them on, in its order or against it. */
  async *values(
    enterpriseKey: number,
    column: NamedColumn,
    isDescending: boolean,
    from?: string,
  ): AsyncGenerator<string> {
    const index = engineOf(this.dataSource).byIndex(INDEX_OF[column]);
    const [next, beyond] = isDescending ? ['MAX', '<'] : ['MIN', '>'];
    const sql = `SELECT ${next}(${column}) AS value FROM audit_events ${index} WHERE enterprise_key = ?`;
    for (let value = from; ;) {
      if (value !== undefined) yield value;
      const [found] = await this.dataSource.query<{ value: string | null }[]>(
        value === undefined ? sql : `${sql} AND ${column} ${beyond} ?`,
        value === undefined ? [enterpriseKey] : [enterpriseKey, value],
      );
      if (found?.value == null) return;
      value = found.value;
    }
  }

  /** Everybody who acted, as far as there are not more than `most`. */
  async listActors(enterpriseKey: number, most: number): Promise<string[]> {
    const actors: string[] = [];
    await this.ticks.next();
    for await (const actor of this.values(enterpriseKey, 'actor', false)) {
      if (actors.push(actor) === most) break;
      await this.ticks.next();
    }
    return actors;
  }

  /** Every key of which the trail tells, under its last name there. Ids that strangers tried have none. */
  async listKeys(enterpriseKey: number, most: number): Promise<NamedKey[]> {
    const last = new Map<string, LastNamed>();
    let at = await this.lastBefore(enterpriseKey, "application > ''", []);
    for (let steps = 0; at && steps < most; steps++) {
      await this.ticks.next();
      const known = last.get(at.id);
      if (!known || known.sequence < at.sequence) last.set(at.id, at);
      at =
        (await this.lastBefore(enterpriseKey, 'application = ? AND api_key_id < ?', [
          at.application,
          at.id,
        ])) ??
        (await this.lastBefore(enterpriseKey, "application > '' AND application < ?", [at.application]));
    }
    const names = [...last.values()].map(({ id, application }) => ({ id, application }));
    return names.sort((a, b) => compare(a.application, b.application) || compare(a.id, b.id));
  }

  /** The last event of the last key of the last name among these. */
  private async lastBefore(
    enterpriseKey: number,
    condition: string,
    values: readonly string[],
  ): Promise<LastNamed | undefined> {
    const [found] = await this.dataSource.query<(NamedKey & { sequence: string | number })[]>(
      `SELECT application, api_key_id AS id, sequence
       FROM audit_events ${engineOf(this.dataSource).byIndex('audit_events_application')}
       WHERE enterprise_key = ? AND ${condition}
       ORDER BY application DESC, api_key_id DESC, sequence DESC LIMIT 1`,
      [enterpriseKey, ...values],
    );
    return found && { ...found, sequence: Number(found.sequence) };
  }
}
