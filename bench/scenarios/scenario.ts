import type { Lab } from '../lab.js';

export interface Finding {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
}

export interface Scenario {
  readonly name: string;
  run(lab: Lab): Promise<Finding[]>;
}

export function holds({ measured, bound }: Finding): boolean {
  return 'atMost' in bound ? measured <= bound.atMost : measured >= bound.atLeast;
}

export const atMost = (what: string, measured: number, unit: string, most: number): Finding => ({
  ...{ what, measured, unit },
  bound: { atMost: most },
});

export const atLeast = (what: string, measured: number, unit: string, least: number): Finding => ({
  ...{ what, measured, unit },
  bound: { atLeast: least },
});
