import { Module } from '@nestjs/common';
import { PortalPageController } from './portal-page.controller.js';

@Module({ controllers: [PortalPageController] })
export class PortalPageModule {}
