/** As much of Postman's tools as the test of the import uses; they bring no types. */

declare module 'openapi-to-postmanv2' {
  interface Conversion {
    readonly result: boolean;
    readonly reason: string;
    readonly output: readonly { readonly data: object }[];
  }
  export function convert(
    input: { type: 'string'; data: string },
    options: { requestParametersResolution: 'Example' | 'Schema' },
    done: (error: Error | null, conversion: Conversion) => void,
  ): void;
}

declare module 'newman' {
  interface Execution {
    readonly request: { readonly url: { readonly path: readonly string[] } };
    readonly response?: { readonly code: number };
  }
  interface Summary {
    readonly run: { readonly executions: readonly Execution[] };
  }
  export function run(
    options: { collection: object; envVar: readonly { key: string; value: string }[] },
    done: (error: Error | null, summary: Summary) => void,
  ): void;
}
