import { fromChecks } from '../process/checks-package.js';

// As much of Postman's tools as the test of the import uses

interface Conversion {
  readonly result: boolean;
  readonly reason: string;
  readonly output: readonly { readonly data: object }[];
}

interface Converter {
  readonly convert: (
    input: { type: 'string'; data: string },
    options: { requestParametersResolution: 'Example' | 'Schema' },
    done: (error: Error | null, conversion: Conversion) => void,
  ) => void;
}

interface Execution {
  readonly request: { readonly url: { readonly path: readonly string[] } };
  readonly response?: { readonly code: number };
}

interface Newman {
  readonly run: (
    options: { collection: object; envVar: readonly { key: string; value: string }[] },
    done: (
      error: Error | null,
      summary: { readonly run: { readonly executions: readonly Execution[] } },
    ) => void,
  ) => void;
}

/** Postman's converter of OpenAPI documents. */
export const postmanConverter = (): Converter => fromChecks('openapi-to-postmanv2') as Converter;

/** Postman's sender of collections. */
export const newman = (): Newman => fromChecks('newman') as Newman;
