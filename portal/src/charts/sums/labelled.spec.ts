import { labelled } from './labelled.js';

const places = [20, 60, 100, 140];
const wide = (width: number) => places.map(() => width);

test('every place has a label where there is room', () => {
  expect(labelled(places, wide(24), 160).map(({ index }) => index)).toEqual([3, 2, 1, 0]);
});

test('labels that would touch are left out, from the last one back', () => {
  expect(labelled(places, wide(25), 160).map(({ index }) => index)).toEqual([3, 1]);
});

test('the last label is moved into the picture, others that would leave it are left out', () => {
  expect(labelled(places, wide(60), 160)).toEqual([{ index: 3, x: 130 }]);
  expect(labelled([20, 140], wide(44), 160)).toEqual([{ index: 1, x: 138 }]);
});
