import { estimateStrength, type Strength } from './password-strength.js';

const PERSONAL = ['Olga Brandt', 'olga@logistik.havelwerk.example', 'Havelwerk Logistik GmbH'];

it.each<[string, Strength]>([
  ['', 'weak'],
  ['short-one', 'weak'],
  ['aaaabbbbccccdddd', 'weak'],
  ['password123456', 'weak'],
  ['Password1234', 'weak'],
  ['summer20262027', 'weak'],
  ['zyxwvutsrqponm', 'weak'],
  ['my brandt is here', 'weak'],
  ['HAVELWERK is great', 'weak'],
  ['quiet-harbour7', 'fair'],
  ['purple otter folds maps', 'strong'],
])('rates %j as %s', (password, strength) => {
  expect(estimateStrength(password, PERSONAL)).toBe(strength);
});
