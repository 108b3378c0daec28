import { Module } from '@nestjs/common';
import { PortalFiles } from './portal-files.js';
import { PortalPageController } from './portal-page.controller.js';

/** The administrators' page. What it shows comes from the internal routes. */
@Module({ controllers: [PortalPageController], providers: [PortalFiles] })
export class PortalPageModule {}
