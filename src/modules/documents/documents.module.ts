import { Module } from '@nestjs/common';
import { DocumentsController, GuidesController, RootController } from './documents.controller.js';
import { Documents, Guides } from './documents.js';

/** GuidesController comes first, because `docs/:file` also matches its path. */
@Module({
  controllers: [GuidesController, DocumentsController, RootController],
  providers: [Documents, Guides],
})
export class DocumentsModule {}
