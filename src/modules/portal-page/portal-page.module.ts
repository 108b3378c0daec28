import { Module } from '@nestjs/common';
import { PortalFiles } from './portal-files.js';
import { PortalPageController } from './portal-page.controller.js';

@Module({ controllers: [PortalPageController], providers: [PortalFiles] })
export class PortalPageModule {}
