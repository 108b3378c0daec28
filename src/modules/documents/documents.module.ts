import { Module } from '@nestjs/common';
import { DocumentsController, GuidesController, RootController } from './documents.controller.js';
import { Documents } from './documents.js';
import { Guides } from './guides.js';

/** GuidesController comes first, because `docs/:file` also matches its path. */
@Module({
  controllers: [GuidesController, DocumentsController, RootController],
  providers: [Documents, Guides],
})
export class DocumentsModule {}
