import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller.js';
import { Documents } from './documents.js';
import { RootController } from './root.controller.js';

@Module({ controllers: [DocumentsController, RootController], providers: [Documents] })
export class DocumentsModule {}
