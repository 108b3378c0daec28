import type { Lab } from '../lab.js';

export interface Finding {
  readonly title: string;
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

export const atMost = (title: string, measured: number, unit: string, limit: number): Finding => ({
  ...{ title, measured, unit },
  bound: { atMost: limit },
});

export const atLeast = (title: string, measured: number, unit: string, limit: number): Finding => ({
  ...{ title, measured, unit },
  bound: { atLeast: limit },
});
