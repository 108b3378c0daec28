import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Document } from '../specification/openapi.js';

export const openapi = JSON.parse(
  readFileSync(join(__dirname, '../../../../openapi.json'), 'utf8'),
) as Document;

const ID = 'document';

/** Forbids properties that the document does not list, unless a schema allows them. */
function closed(document: Document): object {
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  ) as object;
}

function pointerTo(...steps: readonly string[]): string {
  const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `${ID}#/${escaped.map(encodeURIComponent).join('/')}`;
}

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

/** Checks responses against an OpenAPI document, and rejects everything that it does not name. */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(private readonly document: Document) {
    addFormats(this.ajv);
    this.ajv.addSchema({ ...closed(document), $id: ID });
  }

  /** Throws unless the document describes the response. `hasSomeFields` allows missing fields. */
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
