import {
  boundsOf,
  distance,
  clampLatitude,
  nearestLongitude,
  unwrapLongitudes,
  normalizeLongitude,
  type LngLat,
} from './coordinates.js';

const [SUVA, TAVEUNI, APIA, BERLIN]: LngLat[] = [
  [178.4, -18.1],
  [179.98, -16.9],
  [-171.8, -13.8],
  [13.4, 52.5],
] as const;

test('a longitude is normalized to one value', () => {
  expect([0, 179, 180, 190, -190, 720].map(normalizeLongitude)).toEqual([0, 179, -180, -170, 170, 0]);
});

test('full turns move a longitude next to another one', () => {
  expect(nearestLongitude(-171.8, 178.4)).toBeCloseTo(188.2);
  expect(nearestLongitude(178.4, -171.8)).toBeCloseTo(-181.6);
  expect(nearestLongitude(13.4, 10)).toBe(13.4);
});

describe('the smallest box that contains all points', () => {
  test('lies between them', () => {
    expect(
      boundsOf([
        [10, 1],
        [-20, 5],
        [5, -3],
      ]),
    ).toEqual([
      [-20, -3],
      [10, 5],
    ]);
  });

  test('crosses the date line if that is shorter', () => {
    const [[west, south], [east, north]] = boundsOf([APIA, SUVA, TAVEUNI]);
    expect([west, south, north]).toEqual([178.4, -18.1, -13.8]);
    expect(east).toBeCloseTo(188.2);
  });

  test('is a point if all points are equal', () => {
    expect(boundsOf([BERLIN, BERLIN])).toEqual([BERLIN, BERLIN]);
  });

  test('ends before the poles, which lie infinitely far away', () => {
    expect(
      boundsOf([
        [0, -90],
        [0, 90],
      ]),
    ).toEqual([
      [0, -84],
      [0, 84],
    ]);
    expect([90, 84.1, 52, -90].map(clampLatitude)).toEqual([84, 84, 52, -84]);
  });
});

test('a line across the date line continues without a jump', () => {
  expect(
    unwrapLongitudes([
      [179, 1],
      [-179, 2],
      [178, 3],
    ]),
  ).toEqual([
    [179, 1],
    [181, 2],
    [178, 3],
  ]);
});

test('the distance of two points is the distance on the globe', () => {
  expect(distance([13.4, 52.5], [13.4, 53.5])).toBeCloseTo(111_195, -1);
  expect(distance([179.5, 0], [-179.5, 0])).toBeCloseTo(111_195, -1);
});
