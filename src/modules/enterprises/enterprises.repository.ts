import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Enterprise } from './enterprise.entity.js';

@Injectable()
export class EnterprisesRepository {
  constructor(@InjectRepository(Enterprise) private readonly enterprises: Repository<Enterprise>) {}

  list(): Promise<Enterprise[]> {
    return this.enterprises.find({ order: { id: 'ASC' } });
  }

  findByKey(key: number): Promise<Enterprise | null> {
    return this.enterprises.findOneBy({ key });
  }

  findById(id: string): Promise<Enterprise | null> {
    return this.enterprises.findOneBy({ id });
  }

  async hasAny(): Promise<boolean> {
    return this.enterprises.exists();
  }
}
