import type { Document } from './swagger-ui.js';

/** Parameters that a first call does not need. */
const CHOICES = ['fields', 'since', 'limit', 'If-None-Match'];

/**
 * The page fills in what the document has for examples. The document's days stay the same, so that its bytes do, and lie ever longer
 * ago: whoever tries a call finds the two days that ended last, which hold data, in the demo data too. And all there is, not what the
 * examples choose.
 */
export function withUsefulExamples(document: Document, today: Date): void {
  const dayAgo = (days: number): string => {
    const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, 12);
    return noon.toLocaleDateString('sv'); // Sweden writes days as the API does
  };
  const examples: Readonly<Record<string, string>> = { startdate: dayAgo(2), enddate: dayAgo(1) };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const parameter of operation.parameters ?? []) {
      if (CHOICES.includes(parameter.name)) delete parameter.example;
      if (parameter.in === 'query' && Object.hasOwn(examples, parameter.name))
        parameter.example = examples[parameter.name];
    }
}
