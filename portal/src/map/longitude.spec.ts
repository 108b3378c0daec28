import { arcOf, overlap, wrapped } from './longitude.js';

const [SUVA, TAVEUNI, APIA, BERLIN] = [178.4, 179.98, -171.8, 13.4];

test('a meridian has one name', () => {
  expect([0, 179, 180, 190, -190, 720].map(wrapped)).toEqual([0, 179, -180, -170, 170, 0]);
});

describe('the shortest arc with all points on it', () => {
  test('is the one between them', () => {
    expect(arcOf([10, -20, 5])).toEqual({ west: -20, width: 30 });
  });

  test('goes across the date line where that is shorter', () => {
    const { west, width } = arcOf([APIA, SUVA, TAVEUNI]);
    expect(west).toBe(SUVA);
    expect(width).toBeCloseTo(9.8);
  });

  test('is a point for one place, and anything for none', () => {
    expect(arcOf([BERLIN, BERLIN])).toEqual({ west: BERLIN, width: 0 });
    expect(arcOf([])).toEqual({ west: 0, width: 0 });
  });
});

describe('two arcs', () => {
  const pacific = { west: 170, width: 30 };

  test('overlap on either side of the date line', () => {
    expect(overlap({ west: -175, width: 5 }, pacific)).toBe(true);
    expect(overlap({ west: 160, width: 15 }, pacific)).toBe(true);
    expect(overlap({ west: -180, width: 360 }, pacific)).toBe(true);
  });

  test('do not overlap where one ends before the other', () => {
    expect(overlap({ west: 150, width: 10 }, pacific)).toBe(false);
    expect(overlap({ west: -150, width: 10 }, pacific)).toBe(false);
  });
});
