import { Module } from '@nestjs/common';
import { DocumentsController, PagesController, RootController } from './documents.controller.js';
import { Documents } from './documents.js';
import { Pages } from './pages.js';

/** PagesController comes first, because `docs/:file` also matches its path. */
@Module({
  controllers: [PagesController, DocumentsController, RootController],
  providers: [Documents, Pages],
})
export class DocumentsModule {}
