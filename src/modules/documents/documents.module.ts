import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller.js';
import { Documents } from './documents.js';
import { GuidesController } from './guides.controller.js';
import { Guides } from './guides.js';
import { RootController } from './root.controller.js';

/** The guides come first: the path of a document's file would match theirs. */
@Module({
  controllers: [GuidesController, DocumentsController, RootController],
  providers: [Documents, Guides],
})
export class DocumentsModule {}
