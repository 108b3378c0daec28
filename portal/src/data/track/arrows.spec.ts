import { arrowsAlong } from './arrows.js';

it('places arrows every 90 pixels in the direction of the line', () => {
  const arrows = arrowsAlong([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);
  expect(arrows).toEqual([
    { x: 45, y: 0, angle: 0 },
    { x: 100, y: 35, angle: 90 },
  ]);
});

it('has no arrows on a short line or a point', () => {
  expect(arrowsAlong([{ x: 0, y: 0 }])).toEqual([]);
  expect(
    arrowsAlong([
      { x: 0, y: 0 },
      { x: 20, y: 20 },
    ]),
  ).toEqual([]);
});

it('has at most 60 arrows', () => {
  expect(
    arrowsAlong([
      { x: 0, y: 0 },
      { x: 1e6, y: 0 },
    ]),
  ).toHaveLength(60);
});
