import { PagePace } from './page-pace.js';

it('lets a browser have all the files of a page at once', () => {
  const pace = new PagePace();
  expect(Array.from({ length: 60 }, () => pace.wait(0))).toEqual(Array.from({ length: 60 }, () => 0));
});

it('has those behind them wait in turn, each 2 ms longer', () => {
  const pace = new PagePace();
  for (let at = 0; at < 61; at++) pace.wait(0);
  expect([pace.wait(0), pace.wait(0), pace.wait(1)]).toEqual([2, 4, 5]);
});

it('sends away who would wait for more than a second, and takes others again as soon as places have become free', () => {
  const pace = new PagePace();
  for (let at = 0; at < 561; at++) expect(pace.wait(0)).toBeLessThanOrEqual(1_000);
  expect([pace.wait(0), pace.wait(1), pace.wait(2), pace.wait(2)]).toEqual([
    undefined,
    undefined,
    1_000,
    undefined,
  ]);
});

it('has a burst left after a pause', () => {
  const pace = new PagePace();
  for (let at = 0; at < 561; at++) pace.wait(0);
  expect(Array.from({ length: 60 }, () => pace.wait(2_000)).every((wait) => wait === 0)).toBe(true);
});
