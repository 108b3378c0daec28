import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../../config/config.js';
import { NOTHING_HIDDEN } from '../../http/hidden-data.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { Enterprise } from './enterprise.entity.js';

type Settings = Pick<Enterprise, 'timeZone' | 'retentionDays' | 'secondFactorRequired' | 'dataPages'>;
export type SettingsChange = Partial<Settings>;

/** Returns the details of a `settings.updated` event, or undefined if no setting changes. */
export function settingsChanges(before: SettingsChange, change: SettingsChange) {
  const changes = (name: keyof Settings): boolean =>
    change[name] !== undefined && change[name] !== before[name];
  const details = {
    ...(changes('retentionDays') && {
      retention_days: change.retentionDays,
      previous_retention_days: before.retentionDays,
    }),
    ...(changes('timeZone') && { time_zone: change.timeZone, previous_time_zone: before.timeZone }),
    ...(changes('secondFactorRequired') && { second_factor_required: change.secondFactorRequired }),
    ...(changes('dataPages') && { data_pages: change.dataPages, previous_data_pages: before.dataPages }),
  };
  return Object.keys(details).length > 0 ? details : undefined;
}

@Injectable()
export class EnterprisesService {
  constructor(
    @InjectRepository(Enterprise) private readonly enterprises: Repository<Enterprise>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(): Promise<Enterprise[]> {
    return this.enterprises.find({ order: { id: 'ASC' } });
  }

  get(key: number, manager: EntityManager = this.enterprises.manager): Promise<Enterprise> {
    return manager.findOneByOrFail(Enterprise, { key });
  }

  /** Returns undefined for an erased enterprise. */
  async findByKey(key: number): Promise<Enterprise | undefined> {
    return (await this.enterprises.findOneBy({ key })) ?? undefined;
  }

  describe({ id, name, timeZone }: Pick<Enterprise, 'id' | 'name' | 'timeZone'>) {
    return {
      enterprise_id: id,
      enterprise_name: name,
      time_zone: timeZone,
      base_url: this.config.publicUrl,
    };
  }

  async change(manager: EntityManager, key: number, change: SettingsChange) {
    const details = settingsChanges(await this.get(key, manager), change);
    if (details) await manager.update(Enterprise, { key }, change);
    return details;
  }

  async find(id: string): Promise<CallerEnterprise | undefined> {
    const enterprise = await this.enterprises.findOneBy({ id });
    return enterprise ? { ...enterprise, hiddenData: NOTHING_HIDDEN } : undefined;
  }

  async findKey(id: string): Promise<number | undefined> {
    return (await this.find(id))?.key;
  }

  hasAny(): Promise<boolean> {
    return this.enterprises.exists();
  }
}
