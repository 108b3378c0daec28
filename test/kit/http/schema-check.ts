import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Document } from '../specification/openapi.js';

/** The customers' document as it is committed. */
export const openapi = JSON.parse(
  readFileSync(join(__dirname, '../../../../openapi.json'), 'utf8'),
) as Document;

/** Names the document to the checks, which share what they have compiled of it. */
const ID = 'document';

/** The same document, in which an object has the listed properties and no others, unless its schema says what else it may have. */
function closed(document: Document): object {
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  ) as object;
}

/** Where something stands in the document. */
function pointerTo(...steps: readonly string[]): string {
  const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `${ID}#/${escaped.map(encodeURIComponent).join('/')}`;
}

/** Whether it is said of an answer that it lacks a field, or of one of its rows. */
const isMissingField = ({ keyword, instancePath }: ErrorObject): boolean =>
  keyword === 'required' && /^(\/\d+)?$/.test(instancePath);

function described(errors: readonly ErrorObject[]): string {
  return errors
    .slice(0, 10)
    .map(({ instancePath, message, params }) => {
      const surplus = params.additionalProperty as string | undefined;
      return `body${instancePath} ${surplus ? `must NOT have "${surplus}"` : message}`;
    })
    .join(', ');
}

/** Checks answers against an OpenAPI document, and allows nothing that the document does not name. */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(private readonly document: Document) {
    addFormats(this.ajv);
    this.ajv.addSchema({ ...closed(document), $id: ID });
  }

  /**
   * Throws unless the document describes this answer. `path` is as in the document: `/api/v1/device/{id}`;
   * `body` is parsed JSON, the text of another format, or undefined where the answer has none. Of an answer that has only the fields
   * that a caller named, none must be there.
   */
  assertMatches(
    method: string,
    path: string,
    status: number,
    contentType: string,
    body: unknown,
    { hasSomeFields = false } = {},
  ): void {
    const operation = method.toLowerCase();
    const [mediaType = ''] = contentType.split(';', 1);
    const name = `${method.toUpperCase()} ${path} ${status} ${mediaType}`;
    const answer = this.document.paths[path]?.[operation]?.responses[status];
    if (!answer) throw new Error(`${name} is not in the document`);
    if (!answer.content) {
      if (body !== undefined && body !== '')
        throw new Error(`${name}: the document gives this answer no body`);
      return;
    }
    const place = ['paths', path, operation, 'responses', String(status), 'content', mediaType, 'schema'];
    const validate = this.ajv.getSchema(pointerTo(...place));
    if (!validate) throw new Error(`${name}: the document has no schema for this media type`);
    if (validate(body)) return;
    const errors = (validate.errors ?? []).filter((error) => !hasSomeFields || !isMissingField(error));
    if (errors.length > 0) throw new Error(`${name} differs from the document: ${described(errors)}`);
  }
}
