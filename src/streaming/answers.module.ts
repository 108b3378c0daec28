import { Module } from '@nestjs/common';
import { AnswerFactory } from './answer-factory.js';

/** How answers are made. */
@Module({ providers: [AnswerFactory], exports: [AnswerFactory] })
export class AnswersModule {}
