import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Enterprise } from './enterprise.entity.js';
import { EnterprisesService } from './enterprises.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Enterprise])],
  providers: [EnterprisesService],
  exports: [EnterprisesService],
})
export class EnterprisesModule {}
