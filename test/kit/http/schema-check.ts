import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { MEDIA_TYPES, type FormatName } from '../../../src/http/request-validation.js';
import {
  responsesOf,
  parametersOf,
  type Document,
  type Operation,
  type Schema,
} from '../specification/openapi.js';

export const openapi = JSON.parse(
  readFileSync(join(__dirname, '../../../../openapi.json'), 'utf8'),
) as Document;

const ID = 'document';

/** Forbids properties that the document does not list, unless a schema allows them. */
function withoutExtraProperties(document: object): object {
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  ) as object;
}

const isMissingField = ({ keyword, instancePath }: ErrorObject): boolean =>
  keyword === 'required' && /^(\/\d+)?$/.test(instancePath);

function formatErrors(errors: readonly ErrorObject[]): string {
  return errors
    .slice(0, 10)
    .map(({ instancePath, message, params }) => {
      const surplus = params.additionalProperty as string | undefined;
      return `body${instancePath} ${surplus ? `must NOT have "${surplus}"` : message}`;
    })
    .join(', ');
}

/** Checks responses against an OpenAPI document, and rejects everything that it does not define. */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<Schema, ValidateFunction>();

  constructor(private readonly document: Document) {
    addFormats(this.ajv);
    this.ajv.addSchema({ ...withoutExtraProperties(document), $id: ID });
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
    const [mediaType = ''] = contentType.split(';', 1);
    const name = `${method.toUpperCase()} ${path} ${status} ${mediaType}`;
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    const response = operation && responsesOf(this.document, operation)[status];
    if (!response) throw new Error(`${name} is not in the document`);
    if (!response.content) {
      if (body !== undefined && body !== '')
        throw new Error(`${name}: the document defines no body for this response`);
      return;
    }
    const schema = response.content[mediaType]?.schema;
    if (!schema) {
      if (status === 200 && this.formatsOf(operation).includes(mediaType)) return;
      throw new Error(`${name}: the document has no schema for this media type`);
    }
    const validate = this.validatorOf(schema);
    if (validate(body)) return;
    const errors = (validate.errors ?? []).filter((error) => !hasSomeFields || !isMissingField(error));
    if (errors.length > 0) throw new Error(`${name} differs from the document: ${formatErrors(errors)}`);
  }

  /** Returns the media types that the parameter `format` of an operation selects. */
  private formatsOf(operation: Operation): readonly string[] {
    const format = parametersOf(this.document, operation).find(({ name }) => name === 'format');
    return (format?.schema.enum ?? []).map((value) => MEDIA_TYPES[value as FormatName]);
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const cached = this.validators.get(schema);
    if (cached) return cached;
    const text = JSON.stringify(schema).replaceAll('"#/', `"${ID}#/`);
    const validator = this.ajv.compile(withoutExtraProperties(JSON.parse(text) as object));
    this.validators.set(schema, validator);
    return validator;
  }
}
