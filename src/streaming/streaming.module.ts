import { Module } from '@nestjs/common';
import { AnswerFactory } from './stream-factory.js';

/** How answers are made. */
@Module({ providers: [AnswerFactory], exports: [AnswerFactory] })
export class AnswersModule {}
