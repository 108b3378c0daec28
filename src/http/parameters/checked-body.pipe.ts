import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { invalidParameters } from '../errors/api-error.js';
import { checkMembers, type MembersClass } from './check-members.js';

/** Checks a body against the class of the handler's parameter: `@Body(CheckedBodyPipe) body: SomeDto`. */
@Injectable()
export class CheckedBodyPipe implements PipeTransform {
  transform(body: unknown, { metatype }: ArgumentMetadata): object {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalidParameters([{ parameter: 'body', detail: 'should be a JSON object' }]);
    }
    return checkMembers(metatype as MembersClass, body as Record<string, unknown>);
  }
}
