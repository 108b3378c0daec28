import { strengthOf, type Strength } from './strength.js';

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
])('calls %j %s', (password, strength) => {
  expect(strengthOf(password, PERSONAL)).toBe(strength);
});
