import type { ComparisonResult } from '../scenarios/comparison.js';
import type { ContenderName } from '../contenders/contenders.js';

const WIDTH = 860;
const LEFT = 300;
const BAR = 16;
const GROUP = 2 * BAR + 22;
const TOP = 74;
const MOST = 3;

const SHOWN: readonly [ContenderName, string, string][] = [
  ['product', 'this service', '#2563eb'],
  ['typical', 'TypeORM find in a plain Nest controller', '#94a3b8'],
];

export function chart(results: readonly ComparisonResult[]): string {
  const height = TOP + results.length * GROUP + 16;
  const x = (ratio: number): number => LEFT + (Math.min(ratio, MOST) / MOST) * (WIDTH - LEFT - 60);
  const groups = results.map((result, at) => group(result, TOP + at * GROUP, x));
  const label = 'Rates of this service and of TypeORM find, relative to a server written by hand';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#64748b" role="img" aria-label="${label}">
<text x="0" y="18" font-size="15" font-weight="600">Requests or rows per second, relative to a server written by hand for this job (1.0)</text>
${SHOWN.map(([, name, colour], at) => legend(name, colour, at * 150)).join('\n')}
${groups.join('\n')}
<line x1="${x(1)}" x2="${x(1)}" y1="${TOP - 8}" y2="${height - 12}" stroke="#f59e0b" stroke-dasharray="4 3"/>
<text x="${x(1)}" y="${TOP - 14}" text-anchor="middle">by hand</text>
</svg>
`;
}

function legend(name: string, colour: string, x: number): string {
  return `<rect x="${x}" y="32" width="12" height="12" rx="2" fill="${colour}"/><text x="${x + 18}" y="43">${name}</text>`;
}

function group({ title, ratios }: ComparisonResult, y: number, x: (ratio: number) => number): string {
  const bars = SHOWN.flatMap(([contender, , colour], at) => {
    const rate = ratios[contender]?.rate;
    if (rate === undefined) return [];
    const top = y + at * (BAR + 3);
    return [
      `<rect x="${LEFT}" y="${top}" width="${(x(rate) - LEFT).toFixed(1)}" height="${BAR}" rx="3" fill="${colour}"/>`,
      `<text x="${(x(rate) + 6).toFixed(1)}" y="${top + 13}">${rate.toFixed(2)}</text>`,
    ];
  });
  return [`<text x="${LEFT - 10}" y="${y + 22}" text-anchor="end">${title}</text>`, ...bars].join('\n');
}
