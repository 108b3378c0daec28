import { Global, Module } from '@nestjs/common';
import { AnswerFactory } from './answer-factory.js';

/** How answers are made. */
@Global()
@Module({ providers: [AnswerFactory], exports: [AnswerFactory] })
export class AnswersModule {}
