import {
  boundsOf,
  drawnLatitude,
  fitted,
  limitsOf,
  metresPerPixel,
  moved,
  xOf,
  yOf,
  type LngLat,
  type View,
} from './view.js';

const SIZE = { width: 1000, height: 480 };
const BERLIN: LngLat[] = [
  [13.37, 52.52],
  [13.39, 52.52],
];
const PACIFIC: LngLat[] = [
  [178.4, -18.1],
  [-171.8, -13.8],
];
const SPREAD: LngLat[] = [...BERLIN, [151.2, -33.9], [-122.4, 37.8]];

/** As the buttons do it: what is in the middle of the picture stays there. */
const zoomed = (view: View, k: number): View =>
  moved(view, { k, x: (SIZE.width / 2) * (1 - k), y: (SIZE.height / 2) * (1 - k) });

const fleets: [string, LngLat[]][] = [
  ['one device', [[13.4, 52.5]]],
  ['devices in one city', BERLIN],
  ['devices on both sides of the date line', PACIFIC],
  ['devices all over the world', SPREAD],
  [
    'devices at both poles',
    [
      [0, -90],
      [0, 90],
    ],
  ],
];

describe.each(fleets)('with %s', (_name, points) => {
  const view = fitted(points, SIZE);
  const { factors } = limitsOf(view, SIZE);

  test('all are in sight at first', () => {
    const { west, east } = boundsOf(view, SIZE);
    for (const [lng, lat] of points) {
      const drawn = [lng - 360, lng, lng + 360].filter((turned) => turned >= west && turned <= east);
      expect(drawn).toHaveLength(1);
      expect(xOf(view, drawn[0]!)).toBeGreaterThan(0);
      expect(xOf(view, drawn[0]!)).toBeLessThan(SIZE.width);
      expect(yOf(view, lat)).toBeGreaterThan(0);
      expect(yOf(view, lat)).toBeLessThan(SIZE.height);
    }
  });

  test('east stays more than west, and no more than one turn, at every step of zooming', () => {
    for (let k = factors[0]; k <= factors[1]; k *= 2) {
      const { west, south, east, north } = boundsOf(zoomed(view, k), SIZE);
      expect(east).toBeGreaterThan(west);
      expect(east - west).toBeLessThanOrEqual(360);
      expect(north).toBeGreaterThan(south);
    }
  });

  test('a scale of a few metres is in reach', () => {
    const closest = zoomed(view, factors[1]);
    expect(metresPerPixel(closest.scale, 0)).toBeCloseTo(0.2);
  });

  test('there is no less than the whole world', () => {
    const farthest = zoomed(view, factors[0]);
    expect(2 * Math.PI * farthest.scale).toBeLessThanOrEqual(SIZE.width + 1e-6);
    expect(factors[0]).toBeLessThanOrEqual(1);
  });
});

test('the middle of the world lies between devices on both sides of the date line', () => {
  expect(fitted(PACIFIC, SIZE).middle).toBeCloseTo(-176.7);
});

test('the poles are drawn at the edges of the world', () => {
  const view = fitted(SPREAD, SIZE);
  expect(yOf(view, 90)).toBeCloseTo(view.top - Math.PI * view.scale);
  expect(yOf(view, -90)).toBeCloseTo(view.top + Math.PI * view.scale);
  expect([90, 85.1, 52, -90].map(drawnLatitude).map(Math.round)).toEqual([85, 85, 52, -85]);
  expect(metresPerPixel(1, 90)).toBeGreaterThan(100_000);
});

test('half a million points do not matter', () => {
  const many = Array.from({ length: 500_000 }, (_, index): LngLat => [index / 1e5, index / 1e5]);
  expect(fitted(many, SIZE).middle).toBeCloseTo(2.5);
});
