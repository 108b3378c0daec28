import { documentsOf } from './deploy-files.js';

/** Words of PromQL that are neither functions nor names of metrics. */
const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan']);
/** What Prometheus itself adds to each scrape. */
const OF_PROMETHEUS = ['up'];

/** Every `expr` in a YAML or JSON file. */
export function expressionsOf(path: string): string[] {
  const found: string[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'expr') found.push(String(inner));
      else search(inner);
    }
  };
  documentsOf(path).forEach(search);
  return found;
}

/** The metrics that an expression asks for, and the labels by which it chooses and groups. */
export function askedBy(expression: string): { metrics: string[]; labels: string[] } {
  const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
  const labels = [
    ...Array.from(expression.matchAll(grouping), ([, list = '']) => list.split(',')).flat(),
    ...Array.from(expression.matchAll(/([a-z_]+)\s*[!=]~?\s*"/g), ([, label = '']) => label),
  ];
  const rest = expression.replaceAll(grouping, ' ').replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  const names = Array.from(rest.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/gi), ([name]) => name);
  return {
    metrics: names.filter((name) => !WORDS.has(name.toLowerCase()) && !OF_PROMETHEUS.includes(name)),
    labels: labels.map((label) => label.trim()).filter((label) => label !== ''),
  };
}

/** The values of the label `reason` by which the expressions of a file choose. */
export function reasonsIn(path: string): string[] {
  const choices = expressionsOf(path).flatMap((expression) =>
    Array.from(expression.matchAll(/reason[!=]~?"([^"]*)"/g), ([, value = '']) => value.split('|')),
  );
  return [...new Set(choices.flat())];
}
