import { Problem } from '../api/problem.js';
import { de } from './de.js';
import { en } from './en.js';
import { problemText } from './problem-text.js';

const refused = new Problem(400, 'invalid_parameter', 'One of the parameters is not valid.');

it('translates the reason for a refused request', () => {
  expect(problemText(refused, en)).toBe('The service refused the request: invalid parameter.');
  expect(problemText(refused, de)).toBe('Der Dienst hat die Anfrage abgewiesen: ungültiger Parameter.');
});

it('returns the message of the service if there is no translation', () => {
  expect(problemText(new Problem(418, 'teapot', 'Short and stout.'), de)).toBe('Short and stout.');
});

it('hides the details of a server error', () => {
  expect(problemText(new Problem(500, 'internal_error', 'SQLITE_BUSY'), en)).toBe(en.problems.other);
});
