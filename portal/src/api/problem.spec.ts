import { Problem, toMutationProblem } from './problem.js';

const responded = (status: number, body: string) => Problem.fromResponse(new Response(body, { status }));

it.each([
  ['nothing came back', async () => Promise.resolve(new Problem(0, 'no_connection', ''))],
  [
    'the response was truncated',
    async () => Promise.resolve(new SyntaxError('Unexpected end of JSON input')),
  ],
  ['a proxy gave up', () => responded(504, '<h1>Gateway timeout</h1>')],
  ['a proxy found no server', () => responded(502, '')],
])('reports that the result of a change is unknown if %s', async (_what, failure) => {
  expect(toMutationProblem(await failure()).code).toBe('no_response');
});

it.each([
  [409, 'application_exists'],
  [404, 'api_key_not_found'],
  [503, 'unavailable'],
])('returns the problem of the service for a refused change (%d %s)', async (status, code) => {
  const problem = await responded(status, JSON.stringify({ code, detail: 'in its words' }));
  expect(toMutationProblem(problem)).toBe(problem);
});
