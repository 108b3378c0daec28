import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { ImporterService } from '../importer/importer.service.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [ApiKeysModule, EnterprisesModule, SignInModule],
  providers: [DemoService, ImporterService],
})
export class DemoModule {}
