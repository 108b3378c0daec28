import type { ComparisonResult, Figures } from '../scenarios/comparison.js';
import type { ContenderName } from '../contenders/contenders.js';
import { holds, type Finding } from '../scenarios/scenario.js';

export const NAMES: Readonly<Record<ContenderName, string>> = {
  baseline: 'by hand',
  product: 'this service',
  typical: 'TypeORM `find`',
};

export const short = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

export const COMPARISON_HEAD = [
  '| Request | Server | Rate | relative to by hand | First byte, ms | p50, ms | p99, ms | Peak memory, MB (growth) | CPU of the server, µs (relative to by hand) | CPU of the database, µs |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

export function comparisonLines({ title, unit, figures, ratios }: ComparisonResult): string[] {
  return (Object.entries(figures) as [ContenderName, Figures][]).map(([name, figure]) => {
    const ratio = ratios[name]!;
    const cells = [
      ...[title, NAMES[name], `${short(figure.unitsPerSecond)} ${unit}/s`, ratio.rate.toFixed(2)],
      short(figure.firstByteMs),
      ...[
        short(figure.p50),
        short(figure.p99),
        `${short(figure.peakMegabytes)} (${short(figure.grownMegabytes)})`,
      ],
      ...[`${short(figure.serverCpu)} (${ratio.serverCpu.toFixed(2)})`, short(figure.databaseCpu)],
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

export const FINDING_HEAD = ['| Target | Measured | Bound | |', '| --- | ---: | ---: | --- |'];

export function findingLine(finding: Finding): string {
  const { title, measured, unit, bound } = finding;
  const limit = 'atMost' in bound ? `at most ${short(bound.atMost)}` : `at least ${short(bound.atLeast)}`;
  return `| ${title} | ${short(measured)} ${unit} | ${limit} | ${holds(finding) ? 'met' : '**missed**'} |`;
}
