import { Module } from '@nestjs/common';
import { StreamFactory } from './stream-factory.js';

/** How answers are made. */
@Module({ providers: [StreamFactory], exports: [StreamFactory] })
export class StreamingModule {}
