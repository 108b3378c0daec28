import { labelOf } from './label-of.js';

const LABELS = { ACTIVE: 'Active' };

it('returns the label of a known name', () => {
  expect(labelOf(LABELS, 'ACTIVE')).toBe('Active');
});

it.each(['', 'STOLEN', 'constructor', '__proto__', 'toString'])('returns the unknown name "%s"', (name) => {
  expect(labelOf(LABELS, name)).toBe(name);
});
