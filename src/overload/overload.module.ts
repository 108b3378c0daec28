import { Module } from '@nestjs/common';
import { Traffic } from './traffic.js';

/** What keeps the service quick when more is asked of it than it can do. */
@Module({ providers: [Traffic], exports: [Traffic] })
export class OverloadModule {}
