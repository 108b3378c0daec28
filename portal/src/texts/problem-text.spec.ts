import { Problem } from '../api/problem.js';
import { de } from './de.js';
import { en } from './en.js';
import { problemText } from './problem-text.js';

const refused = new Problem(400, 'invalid_parameter', 'One of the parameters is not valid.');

it('says why something was refused in the language of the reader', () => {
  expect(problemText(refused, en)).toBe('The service refused the request: invalid parameter.');
  expect(problemText(refused, de)).toBe('Der Dienst hat die Anfrage abgewiesen: ungültiger Parameter.');
});

it('leaves to the service what there are no words for', () => {
  expect(problemText(new Problem(418, 'teapot', 'Short and stout.'), de)).toBe('Short and stout.');
});

it('hides the details of a fault', () => {
  expect(problemText(new Problem(500, 'internal_error', 'SQLITE_BUSY'), en)).toBe(en.problems.other);
});
